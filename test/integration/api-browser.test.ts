import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BLOCKS } from '../api-blocks.ts';
import { hasChromium, listen, useBrowser } from './browser/open-browser.ts';

/* The library in a browser: each block of docs/api.md prints there what it prints in Node. */
const library = readFileSync('dist/api.js');
const map = JSON.stringify({ imports: { rankplan: '/api.js' } });
const page = (code: string) =>
  `<!doctype html><title>t</title><script type="importmap">${map}</script><script type="module">${code}\ndocument.title = 'done';</script>`;

describe.skipIf(!hasChromium)('the library in a browser', () => {
  const browser = useBrowser();
  let server: Server;

  beforeAll(async () => {
    server = createServer(({ url = '/' }, response) => {
      const block = API_BLOCKS[Number(url.slice(1))];
      if (url === '/api.js') response.setHeader('content-type', 'text/javascript').end(library);
      else response.setHeader('content-type', 'text/html').end(page(block?.code ?? ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  test.each(API_BLOCKS.map((_, i) => i))('block %i of docs/api.md', async (i) => {
    const tab = await browser().newPage();
    const { requests, messages } = listen(tab);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await tab.goto(`${origin}/${i}`);
    await tab.waitForFunction('document.title === "done"');
    expect(messages.map((message) => `${message}\n`).join('')).toBe(API_BLOCKS[i]?.prints);
    expect(requests.filter((url) => !/\/(\d+|api\.js|favicon\.ico)$/.test(url))).toEqual([]);
    await tab.close();
  });
});
