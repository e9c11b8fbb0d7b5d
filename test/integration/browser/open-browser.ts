import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The program, from RANKPLAN_CHROMIUM or by its name on Debian; null when there is none. */
export function findChromium(): string | null {
  const named = process.env['RANKPLAN_CHROMIUM'] ?? 'chromium';
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', named], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Chromium has no sandbox for root, as whom CI runs. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** What a page did that a reader did not ask for. */
export interface Events {
  readonly requests: string[];
  readonly messages: string[];
}

export function listen(page: Page): Events {
  const events: Events = { requests: [], messages: [] };
  page.on('request', (request) => events.requests.push(request.url()));
  page.on('console', (message) => events.messages.push(message.text()));
  page.on('pageerror', (error) => events.messages.push(error.message));
  page.on('dialog', (dialog) => {
    events.messages.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => events.messages.push('the dialog stays'));
  });
  return events;
}
