import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { requireTool } from '../require-tool.ts';

/** From RANKPLAN_CHROMIUM, or by its name on Debian; null when there is none. */
function findChromium(): string | null {
  const named = process.env['RANKPLAN_CHROMIUM'] ?? 'chromium';
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', named], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const program = findChromium();
export const hasChromium = requireTool('chromium', program !== null, 'apt-get install chromium');

/** A browser that the tests of a block share. Chromium has no sandbox for root, as whom CI runs. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const executablePath = program ?? '';
    browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  });
  afterAll(() => browser?.close());
  return () => browser ?? expect.fail('the browser is asked for before the first test');
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
