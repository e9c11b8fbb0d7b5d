// Takes the screenshots of docs/pictures. Needs chromium (RANKPLAN_CHROMIUM) and a build; fonts are those of the machine.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const FOLDER = 'docs/pictures';
const CASES = 'test/golden';

/** A file, what is printed into it, and how it is looked at. `chosen` is the cell that has the focus. */
const PICTURES = [
  {
    name: 'page-light.png',
    args: ['show', '--format', 'html', 'examples/heterogeneous/topology.yaml'],
    view: { viewport: { width: 1300, height: 500 }, colorScheme: 'light' },
    chosen: 2,
  },
  {
    name: 'page-narrow-dark.png',
    args: ['show', '--format', 'html', `${CASES}/pictures/uneven/topology.yaml`],
    view: { viewport: { width: 380, height: 670 }, colorScheme: 'dark' },
    chosen: 2,
  },
  {
    name: 'thousand-dark.png',
    args: ['show', '--format', 'svg', `${CASES}/pictures/many-nodes/topology.yaml`],
    view: { viewport: { width: 960, height: 420 }, colorScheme: 'dark' },
  },
  {
    name: 'svg-light.png',
    args: ['show', '--format', 'svg', `${CASES}/pictures/uneven/topology.yaml`],
    view: { viewport: { width: 960, height: 540 }, colorScheme: 'light' },
  },
];

/** The playground as it opens, with a slip where `slip` says what is replaced by what. */
const PLAYGROUNDS = [
  {
    name: 'playground-light.png',
    // Smaller than it is on a screen: there is much text on it.
    view: { viewport: { width: 1120, height: 510 }, deviceScaleFactor: 0.67, colorScheme: 'light' },
  },
  {
    name: 'playground-phone-dark.png',
    view: { viewport: { width: 380, height: 700 }, colorScheme: 'dark', hasTouch: true },
    slip: ['score: 90', 'scor: 90'],
  },
];

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-pictures-'));
const program = join(process.cwd(), 'dist/rankplan.cjs');
const browser = await chromium.launch({
  executablePath: process.env['RANKPLAN_CHROMIUM'] ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid() !== 0,
});
mkdirSync(FOLDER, { recursive: true });
for (const { name, args, view, chosen, cwd } of PICTURES) {
  const text = execFileSync(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const page = await browser.newPage(view);
  const isPage = args.includes('html');
  const file = join(scratch, isPage ? `${name}.html` : `${name}.svg`);
  writeFileSync(file, text);
  await page.goto(pathToFileURL(file).href);
  if (chosen !== undefined) await page.locator('.cell').nth(chosen).focus();
  await page.screenshot({ path: join(FOLDER, name) });
  await page.close();
}
const playground = join(scratch, 'playground.html');
execFileSync(process.execPath, ['scripts/playground.mjs', playground]);
for (const { name, view, slip } of PLAYGROUNDS) {
  const page = await browser.newPage(view);
  await page.goto(pathToFileURL(playground).href);
  await page.locator('.cell').first().waitFor();
  if (slip !== undefined) {
    const editor = page.locator('#topology');
    await editor.fill((await editor.inputValue()).replace(...slip));
    await page.locator('#findings li').waitFor();
  }
  await page.screenshot({ path: join(FOLDER, name) });
  await page.close();
}
await browser.close();
rmSync(scratch, { recursive: true });
