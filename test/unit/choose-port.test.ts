import { afterEach, expect, test, vi } from 'vitest';
import { pickFreePort } from '../../src/runtime/run/choose-port.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Both would choose the same port, as two runs may. */
function drawTheSame(): void {
  let drawn = 0.25;
  vi.spyOn(Math, 'random').mockImplementation(() => (drawn += 0.001));
}

test('a port is chosen once, although nothing has bound it yet', async () => {
  drawTheSame();
  const first = await pickFreePort();
  drawTheSame();
  expect(await pickFreePort()).not.toBe(first);
});
