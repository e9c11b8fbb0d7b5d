// Takes the screenshots of docs/pictures. Needs chromium (RANKPLAN_CHROMIUM) and a build; fonts are those of the machine.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const HETEROGENEOUS = 'examples/heterogeneous/topology.yaml';
const UNEVEN = 'test/golden/pictures/uneven/topology.yaml';
const THOUSAND = `version: 1
name: thousand
models:
  A100: { memory: 80GiB, score: 100 }
  H100: { memory: 80GiB, score: 190 }
nodes:
  - { hosts: "a[001-050]", gpus: { count: 8, model: A100 } }
  - { hosts: "h[001-070]", gpus: { count: 8, model: H100 } }
mapping: { strategy: performance-ranked, order: block }
`;

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-pictures-'));
const browser = await chromium.launch({
  executablePath: process.env['RANKPLAN_CHROMIUM'] ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid() !== 0,
});
await takeShown('page-light.png', 'html', HETEROGENEOUS, screen(1100, 500, 'light'));
await takeShown('page-narrow-dark.png', 'html', UNEVEN, screen(380, 670, 'dark'));
await takeShown('thousand-dark.png', 'svg', '-', screen(960, 420, 'dark'), THOUSAND);
await takeShown('svg-light.png', 'svg', UNEVEN, screen(960, 540, 'light'));

const playground = join(scratch, 'playground.html');
execFileSync(process.execPath, ['scripts/playground.mjs', playground]);
// Smaller than it is on a screen: there is much text on it.
const small = { ...screen(1120, 510, 'light'), deviceScaleFactor: 0.67 };
await take('playground-light.png', playground, small, waitForPicture);
const phone = { ...screen(380, 700, 'dark'), hasTouch: true };
await take('playground-phone-dark.png', playground, phone, async (page) => {
  await waitForPicture(page);
  const editor = page.locator('#topology');
  await editor.fill((await editor.inputValue()).replace('score: 90', 'scor: 90'));
  await page.locator('#findings li').waitFor();
});
await browser.close();
rmSync(scratch, { recursive: true });

function screen(width, height, colorScheme) {
  return { viewport: { width, height }, colorScheme };
}

/** What `show` prints; on a page the third cell has the focus. */
async function takeShown(name, format, topology, view, input = '') {
  const words = ['dist/rankplan.cjs', 'show', '--format', format, topology];
  const file = join(scratch, `${name}.${format}`);
  writeFileSync(file, execFileSync(process.execPath, words, { input, stdio: ['pipe', 'pipe', 'ignore'] }));
  await take(name, file, view, async (page) => {
    if (format === 'html') await page.locator('.cell').nth(2).focus();
  });
}

function waitForPicture(page) {
  return page.locator('.cell').first().waitFor();
}

/** Takes a screenshot of a file; `prepare` brings the page into the state to be shown. */
async function take(name, file, view, prepare) {
  const page = await browser.newPage(view);
  await page.goto(pathToFileURL(file).href);
  await prepare(page);
  await page.screenshot({ path: join('docs/pictures', name) });
  await page.close();
}
