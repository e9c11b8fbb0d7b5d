import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ATTACKS } from '../hostile-texts.ts';
import { makeFolder } from '../scratch.ts';
import { findPaleTexts } from './browser/measure.ts';
import { type Events, hasChromium, listen, useBrowser } from './browser/open-browser.ts';

/* The playground as its readers have it: one file, opened from the disk, in chromium. */
const scratch = makeFolder('rankplan-playground-');
const path = join(scratch, 'playground.html');
const url = pathToFileURL(path).href;
beforeAll(() => void execFileSync(process.execPath, ['scripts/playground.mjs', path]));

const WIDE = { viewport: { width: 1300, height: 800 } };
const NARROW = { viewport: { width: 360, height: 740 } };
const linkOf = (json: string): string => `#v1.${deflateRawSync(json).toString('base64url')}`;
const topologyOf = (line: string): string => `version: 1\nname: demo\nnodes:\n  - ${line}\n`;
const TWO = topologyOf('{ hosts: lab1, gpus: [{ index: 0, score: 90 }, { index: 1, score: 110 }] }');

describe.skipIf(!hasChromium)('in chromium', () => {
  const browser = useBrowser();

  async function open(
    options: BrowserContextOptions & { readonly fragment?: string },
    use: (page: Page, events: Events) => Promise<void>,
  ): Promise<void> {
    const { fragment = '', ...context } = options;
    const opened = await browser().newContext(context);
    try {
      const page = await opened.newPage();
      const events = listen(page);
      await page.goto(url + fragment);
      await waitForStatus(page, /findings|error|warning/);
      await use(page, events);
      expect(events.messages).toEqual([]);
      expect(events.requests.filter((asked) => !/^(file|blob):/.test(asked))).toEqual([]);
    } finally {
      await opened.close();
    }
  }

  const status = (page: Page) => page.locator('#status');
  const waitForStatus = (page: Page, words: RegExp) => status(page).filter({ hasText: words }).waitFor();
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Topology, in YAML' });

  test('findings come as one types, go to their place, and can be mended', async () => {
    await open(WIDE, async (page) => {
      await waitForStatus(page, /4 ranks on 1 node; no findings/);
      await editor(page).fill(TWO.replace('hosts', 'host'));
      await waitForStatus(page, /no plan; 1 error/);
      await page
        .getByRole('list', { name: 'Findings' })
        .getByRole('button', { name: /^4:\d+ error RP1101/ })
        .click();
      const chosen = `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`;
      expect(await page.evaluate(chosen)).toBe('host');
      expect(await page.locator('.marks mark.error').allTextContents()).toEqual(['host']);
      await page.getByRole('button', { name: /hosts/ }).click();
      await waitForStatus(page, /2 ranks on 1 node/);
      expect(await editor(page).inputValue()).toBe(TWO);
    });
  });

  test('plan, files and difference are of the text', async () => {
    await open({ ...WIDE, fragment: linkOf(JSON.stringify([TWO, ''])) }, async (page) => {
      await waitForStatus(page, /2 ranks on 1 node/);
      expect(await page.getByRole('button', { name: /^rank 1 on lab1:1, score 110/ }).count()).toBe(1);
      expect(await page.locator('tbody tr').count()).toBe(2);
      await page.getByRole('tab', { name: 'Files' }).click();
      await page.getByRole('combobox', { name: 'File' }).selectOption('env/rank-1.env');
      const text = page.getByRole('textbox', { name: 'Text of the file' });
      expect(await text.inputValue()).toContain("export RANKPLAN_GPU='1'");
      const files = page.getByRole('combobox', { name: 'File' }).locator('option');
      expect(await files.allTextContents()).toContain('launch.sh');
      await page.getByRole('tab', { name: 'Compare' }).click();
      await page.getByRole('button', { name: 'Take the topology as it is now' }).click();
      await editor(page).fill(`${TWO}mapping: { strategy: performance-ranked }\n`);
      await expect.poll(() => page.locator('#diff').inputValue()).toContain('2 of 2 ranks move');
      await editor(page).fill('version: 2\n');
      await waitForStatus(page, /no plan/);
      expect(await page.getByText('the last plan that had no errors').isVisible()).toBe(true);
    });
  });

  test('the address holds the text, and gives it back', async () => {
    let link = '';
    await open(WIDE, async (page) => {
      await editor(page).fill(`${TWO}# ünïcode 🙂\n`);
      await waitForStatus(page, /2 ranks/);
      await expect.poll(() => page.evaluate('location.hash.length')).toBeGreaterThan(5);
      link = await page.evaluate<string>('location.hash');
    });
    await open({ ...WIDE, fragment: link }, async (page) => {
      expect(await editor(page).inputValue()).toBe(`${TWO}# ünïcode 🙂\n`);
    });
  });

  const bomb = linkOf(JSON.stringify(['a'.repeat(40_000_000), '']));
  test.each([
    ['nothing compressed', '#v1.AAAA'],
    ['no base64', '#v1.%%%'],
    ['markup', '#<img src=x onerror=alert(1)>'],
    ['another version', '#v9.abc'],
    ['no JSON', linkOf('x')],
    ['a list of other things', linkOf('[{},1]')],
    ['forty million letters', bomb],
  ])('a link that is %s opens the first example, and says so', async (_, fragment) => {
    await open({ ...WIDE, fragment }, async (page) => {
      await waitForStatus(page, /4 ranks on 1 node/);
      expect(await page.locator('#said').textContent()).toBe('the link could not be read');
    });
  });

  test('texts of a link are text, wherever they are shown', async () => {
    await open(WIDE, async (page) => {
      for (const text of ATTACKS.filter((attack) => attack.length < 200)) {
        const topology = `version: 1\nname: ${JSON.stringify(text)}\nnodes: [{ hosts: lab1, gpus: { count: 1, model: ${JSON.stringify(text)} } }]\n`;
        await editor(page).fill(topology);
        await page.waitForTimeout(300);
      }
      const added = page.locator('#view script, #view img, #findings script, #findings img');
      expect(await added.count()).toBe(0);
    });
  });

  test('a topology of a million GPUs leaves the page to its reader', async () => {
    await open(WIDE, async (page) => {
      await editor(page).fill(topologyOf('{ hosts: "n[000001-060000]", gpus: 16 }'));
      await editor(page).fill(topologyOf('{ hosts: "n[000001-060000]", gpus: { count: 16 } }'));
      await page.getByRole('tab', { name: 'Files' }).click();
      expect(await page.getByRole('tab', { name: 'Files' }).getAttribute('aria-selected')).toBe('true');
      await waitForStatus(page, /960000 ranks|no answer within|stopped/);
      await editor(page).fill(TWO);
      await waitForStatus(page, /2 ranks on 1 node/);
    });
  });

  test('the keyboard reaches everything, by names', async () => {
    await open(WIDE, async (page) => {
      const tab = page.getByRole('tab', { name: 'Plan' });
      await tab.focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.getByRole('tabpanel', { name: 'Files' }).isVisible()).toBe(true);
      expect(await page.getByRole('tabpanel', { name: 'Plan' }).isVisible()).toBe(false);
      await editor(page).focus();
      await page.keyboard.press('Tab'); // the field does not keep it
      expect(await page.evaluate('document.activeElement.id')).not.toBe('topology');
      const nameless = `[...document.querySelectorAll('button, select, input, textarea')].filter((field) =>
        !field.closest('[hidden]') && !field.textContent.trim() && !field.getAttribute('aria-label') && !field.labels?.length).length`;
      expect(await page.evaluate(nameless)).toBe(0);
    });
  });

  test.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
    ['dark', NARROW],
  ] as const)('texts are legible and nothing is beyond the window: %s, %j', async (colorScheme, size) => {
    await open({ ...size, colorScheme }, async (page) => {
      await editor(page).fill(TWO.replace('hosts', 'host'));
      await waitForStatus(page, /1 error/);
      const pale = await findPaleTexts(page);
      expect(pale.filter((text) => !/^(version: 1|host )/.test(text))).toEqual([]); // behind the field, it has no colour
      const beyond = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
      expect(beyond).toBeLessThanOrEqual(0);
    });
  });

  test('the page may load nothing and runs nothing that is put into it', async () => {
    await open(WIDE, async (page, events) => {
      const outcome = await page.evaluate(`(async () => {
        document.body.insertAdjacentHTML('beforeend', '<p onclick="window.ran = true">x</p>');
        document.body.lastElementChild.click();
        const fetched = await fetch('https://example.org/').then(() => true, () => false);
        return { ran: window.ran === true, fetched };
      })()`);
      expect(outcome).toEqual({ ran: false, fetched: false });
      events.messages.length = 0; // the browser tells what it refused
    });
  });
});
