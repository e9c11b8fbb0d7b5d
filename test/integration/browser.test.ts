import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { composePicture } from '../../src/review/show/compose-picture.ts';
import { renderHtml } from '../../src/review/show/html/render-html.ts';
import { renderSvg } from '../../src/review/show/svg/render-svg.ts';
import { planOf } from '../compile-text.ts';
import { ATTACKS, shown, withTexts } from '../hostile-texts.ts';
import { makeFolder } from '../scratch.ts';
import { findOverflows, findPaleTexts, seesFocus } from './browser/measure.ts';
import { type Events, hasChromium, listen, useBrowser } from './browser/open-browser.ts';

/*
 * The pictures in a real browser, Debian's chromium: what parsers cannot tell. RANKPLAN_CHROMIUM names another.
 */
const scratch = makeFolder('rankplan-browser-');

const LONG = 'a-build-server-with-a-very-long-name-indeed.rack-17.research.example.org';
const plans: Readonly<Record<string, LaunchPlan>> = {
  four: planOf({
    version: 1,
    name: 'four',
    nodes: [{ hosts: 'lab1', gpus: [100, 90, 80, 110].map((score, index) => ({ index, score })) }],
    mapping: { strategy: 'performance-ranked' },
  }),
  uneven: planOf({
    version: 1,
    name: 'uneven',
    nodes: [
      { hosts: 'lab1', gpus: { count: 3, model: 'A100', score: 100 } },
      { hosts: 'dgx[01-02]', gpus: { count: 8, model: 'H100', score: 190.123456 } },
      { hosts: LONG, gpus: { count: 20, score: 61 }, cpuRanks: 2 },
    ],
    mapping: { strategy: 'sequential', exclude: ['lab1:2', 'dgx02:5'] },
    workload: { globalBatch: 37 * 4000, shares: 'equal' },
    launch: { backend: 'gloo' },
  }),
  shared: planOf({
    version: 1,
    name: 'shared',
    nodes: [{ hosts: 'n[1-2]', gpus: { count: 6, score: 7 } }],
    mapping: { ranksPerGpu: 12 },
  }),
  thousand: planOf({
    version: 1,
    name: 'thousand',
    nodes: [
      { hosts: 'a[001-060]', gpus: { count: 8, score: 100 } },
      { hosts: 'h[001-065]', gpus: { count: 8, score: 190 } },
    ],
    mapping: { strategy: 'performance-ranked', order: 'block', worldSize: 960 },
  }),
};
const names = Object.keys(plans);
const planNamed = (name: string): LaunchPlan => plans[name] ?? expect.fail(`there is no plan ${name}`);

type Use = (page: Page, events: Events) => Promise<void>;

const WIDE = { viewport: { width: 1400, height: 900 } };
const NARROW = { viewport: { width: 360, height: 740 } };

describe.skipIf(!hasChromium)('in chromium', () => {
  const browser = useBrowser();

  /** Opens a text as a file of its own, as a reader would. */
  async function open(file: string, text: string, options: BrowserContextOptions, use: Use) {
    const path = join(scratch, file);
    writeFileSync(path, text);
    const context = await browser().newContext(options);
    try {
      const page = await context.newPage();
      const events = listen(page);
      await page.goto(pathToFileURL(path).href);
      await use(page, events);
      expect(events).toEqual({ requests: [pathToFileURL(path).href], messages: [] });
    } finally {
      await context.close();
    }
  }

  const openPage = (plan: LaunchPlan, options: BrowserContextOptions, use: Use) =>
    open('page.html', renderHtml(plan), options, use);

  describe.each(names)('the page of %s', (name) => {
    const plan = planNamed(name);

    test('finds every rank in the picture and in the table, by accessible names', async () => {
      await openPage(plan, WIDE, async (page) => {
        const cells = await page
          .locator('.cell')
          .evaluateAll<string[], HTMLElementLike>((all) =>
            all.map((cell) => cell.getAttribute('aria-label') ?? ''),
          );
        const shown = cells.flatMap((label) => {
          const [, first, last] = /^ranks? (\d+)(?:-(\d+))? on /.exec(label) ?? [];
          if (first === undefined) return [];
          const length = Number(last ?? first) - Number(first) + 1;
          return Array.from({ length }, (_, i) => Number(first) + i);
        });
        const all = Array.from({ length: plan.worldSize }, (_, rank) => rank);
        expect(shown.toSorted((a, b) => a - b)).toEqual(all);
        const listed = await page.locator('tbody th').allTextContents();
        expect(listed.slice(0, plan.worldSize).map(Number)).toEqual(all);
        const last = plan.ranks[plan.worldSize - 1];
        const row = page
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: String(last?.rank), exact: true }) });
        expect(await row.textContent()).toContain(last?.node);
      });
    });

    test.each(['light', 'dark'] as const)('has legible texts, %s', async (colorScheme) => {
      await openPage(plan, { ...WIDE, colorScheme }, async (page) => {
        expect(await findPaleTexts(page)).toEqual([]);
      });
    });

    test('fits a narrow window: nothing but the table scrolls sideways', async () => {
      await openPage(plan, NARROW, async (page) => {
        const beyond = 'document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth';
        expect(await page.evaluate(beyond)).toBe(0);
      });
    });
  });

  test('words, colours and ranks find slots, in picture and table; the keyboard reaches only those', async () => {
    await openPage(planNamed('thousand'), WIDE, async (page) => {
      const seen = () => page.locator('.cell:visible').count();
      const rows = () => page.locator('tbody tr:visible').count();
      const find = page.getByRole('searchbox', { name: 'Find' });
      const status = page.getByRole('search').getByRole('status');
      await find.fill('H012');
      expect([await seen(), await rows()]).toEqual([8, 8]);
      expect(await status.textContent()).toBe('8 of 1000 slots, 1 of 125 nodes');
      await page.locator('.cell:visible').first().focus();
      for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
      expect(await labelInFocus(page)).toContain('h012:7');
      await find.fill('');
      await page.getByRole('combobox', { name: 'Show' }).selectOption('idle');
      expect([await seen(), await rows()]).toEqual([40, 40]);
      const rank = page.getByRole('spinbutton', { name: 'Go to rank' });
      await rank.fill('12');
      await rank.press('Enter');
      expect([await seen(), await rows()]).toEqual([1000, 1000]);
      expect(await status.textContent()).toBe('');
      expect(await labelInFocus(page)).toMatch(/^rank 12 on/);
      expect(await seesFocus(page)).toBe(true);
      await find.fill('no such node');
      expect([await seen(), await rows()]).toEqual([0, 0]);
    });
  });

  test('bar and headings stay in view', async () => {
    await openPage(planNamed('thousand'), WIDE, async (page) => {
      await page.locator('tbody tr').nth(500).scrollIntoViewIfNeeded();
      const tops = `['.bar', 'thead th'].map((name) => document.querySelector(name).getBoundingClientRect().top)`;
      const [bar, head] = await page.evaluate<[number, number]>(tops);
      expect(bar).toBe(0);
      expect(head).toBeGreaterThanOrEqual(0);
      expect(head).toBeLessThan(900);
    });
  });

  test('where nothing can point, the page says what to tap', async () => {
    const phone = { ...NARROW, hasTouch: true, isMobile: true };
    await openPage(planNamed('four'), phone, async (page) => {
      const facts = page.getByRole('region', { name: 'Facts' });
      expect(await facts.textContent()).toContain('tap it');
      await page.getByRole('button', { name: /^rank 3 on/ }).tap();
      expect(await facts.textContent()).toContain('rank 3 on lab1:2');
    });
  });

  test.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ])('the keyboard reaches every cell, and its facts follow: %s', async (_, options) => {
    await openPage(planNamed('uneven'), options, async (page) => {
      const label = () => labelInFocus(page);
      const facts = page.getByRole('region', { name: 'Facts' });
      await page.getByRole('spinbutton', { name: 'Go to rank' }).focus();
      await page.keyboard.press('Tab');
      expect(await label()).toMatch(/^rank 0 on lab1:0, A100/);
      const count = await page.locator('.cell').count();
      const seen = new Set([await label()]);
      for (let i = 1; i < count; i++) {
        await page.keyboard.press('ArrowRight');
        seen.add(await label());
        expect(await seesFocus(page)).toBe(true);
      }
      expect(seen.size).toBe(count);
      expect(await label()).toContain(`${LONG}:cpu1`);
      expect(await facts.getByRole('heading').textContent()).toBe(await label());
      await page.keyboard.press('Home');
      expect(await label()).toMatch(/^rank 0 on lab1:0/);
      const top = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().top + scrollY');
      const before = await top();
      await page.keyboard.press('ArrowDown');
      expect(await top()).toBeGreaterThan(before);
      await page.keyboard.press('ArrowUp');
      expect(await top()).toBe(before);
      await page.keyboard.press('Tab'); // leaves the picture: it is one stop
      expect(await page.evaluate('document.activeElement.closest(".map")')).toBeNull();
    });
  });

  test('hovering a cell shows its facts, also why it is idle; going to a rank chooses its cell', async () => {
    await openPage(planNamed('uneven'), WIDE, async (page) => {
      const facts = page.getByRole('region', { name: 'Facts' });
      await page.getByRole('button', { name: /^no rank on lab1:2/ }).hover();
      expect(await facts.textContent()).toContain('idle: excluded');
      await page.getByRole('button', { name: /^rank 9 on/ }).hover();
      expect(await facts.textContent()).toContain('slot 11 of');
      const input = page.getByRole('spinbutton', { name: 'Go to rank' });
      await input.fill('7');
      await input.press('Enter');
      expect(await labelInFocus(page)).toMatch(/^rank 7 on/);
      await input.fill('4711');
      await input.press('Enter');
      expect(await input.getAttribute('aria-invalid')).toBe('true');
    });
  });

  test('without scripts, and on paper, nothing is offered that does not work', async () => {
    await openPage(planNamed('four'), { ...WIDE, javaScriptEnabled: false }, async (page) => {
      expect(await page.getByRole('table').isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: /^rank 3 on/ }).isVisible()).toBe(true);
      expect(await page.locator('.tools, .details').filter({ visible: true }).count()).toBe(0);
    });
    await openPage(planNamed('four'), { ...WIDE, colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.tools, .details').filter({ visible: true }).count()).toBe(0);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        'rgb(255, 255, 255)',
      );
    });
  });

  test('the page may not load or send anything, nor run what is put into it', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const path = join(scratch, 'policy.html');
    writeFileSync(path, renderHtml(planNamed('four')));
    const page = await browser().newPage();
    await page.goto(pathToFileURL(path).href);
    const fetched = await page.evaluate<boolean>(`(async () => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
      const html = '<img src="${url}"><iframe src="${url}"></iframe><link rel="stylesheet" href="${url}">' +
        '<p style="color: red" onclick="window.ran = true">x</p><form action="${url}"><button>x</button></form>';
      document.body.insertAdjacentHTML('beforeend', html);
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      document.querySelector('[onclick]').click();
      document.querySelector('form').requestSubmit();
      return fetch('${url}').then(() => true, () => false);
    })()`);
    const refused = 'img-src connect-src style-src-attr script-src-elem script-src-attr form-action'.split(
      ' ',
    );
    await expect
      .poll(() => page.evaluate<string[]>('window.violations'))
      .toEqual(expect.arrayContaining(refused));
    expect(fetched || (await page.evaluate('window.ran === true'))).toBe(false);
    await page.close();
    server.close();
    expect(asked).toBe(0);
  });

  test.each(ATTACKS)('%j is text in the page', async (text) => {
    await openPage(withTexts(text), WIDE, async (page) => {
      expect(
        await page.locator('h1').evaluate<string, HTMLElementLike>((heading) => heading.textContent ?? ''),
      ).toBe(shown(text));
      expect(await page.locator('.cell').count()).toBe(2);
    });
  });

  describe.each(names)('the SVG of %s', (name) => {
    test.each(['light', 'dark'] as const)('is well-formed, and its texts fit: %s', async (colorScheme) => {
      const picture = renderSvg(composePicture(planNamed(name)));
      await open('picture.svg', picture, { ...WIDE, colorScheme }, async (page) => {
        expect(await page.locator('parsererror').count()).toBe(0);
        expect(await findOverflows(page)).toEqual([]);
        const paper = await page.locator('.paper').evaluate<string, HTMLElementLike>(
          // biome-ignore lint/suspicious/noExplicitAny: this runs in the page
          (rect) => (globalThis as any).getComputedStyle(rect).fill,
        );
        expect(paper).toBe(colorScheme === 'dark' ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)');
        expect(await page.getByRole('img', { name: `Launch plan ${name}` }).count()).toBe(1);
      });
    });
  });
});

const labelInFocus = (page: Page) =>
  page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');

/** The part of the DOM's types that is used here. */
interface HTMLElementLike {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}
