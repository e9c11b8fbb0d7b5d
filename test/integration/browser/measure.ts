import type { Page } from 'playwright-core';

/*
 * These functions run in the page, whose types this project does not load: they are given as text.
 */

/** Texts whose contrast with what is behind them is below 4.5, each with its ratio. */
export function findPaleTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (element) => {
      for (let at = element; at !== null; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if ((colour[3] ?? 1) === 1) return colour;
      }
      return [255, 255, 255];
    };
    const pale = [];
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      if (!own || element.closest('script') !== null || element.getClientRects().length === 0) continue;
      const [a, b] = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) pale.push(element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
    }
    return pale;
  })()`);
}

/** Texts of an SVG that run out of their cell or out of the page, in the fonts of this machine. */
export function findOverflows(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const svg = document.querySelector('svg');
    const width = svg.viewBox.baseVal.width;
    const found = [];
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBBox();
      if (box.x < 0 || box.x + box.width > width) found.push('page: ' + text.textContent);
      const cell = text.parentElement.classList.contains('edge') ? text.parentElement.querySelector('rect') : null;
      if (cell === null) continue;
      const area = cell.getBBox();
      if (box.x < area.x || box.x + box.width > area.x + area.width) found.push('cell: ' + text.textContent);
      if (box.y < area.y - 1 || box.y + box.height > area.y + area.height + 2) found.push('height: ' + text.textContent);
    }
    return found;
  })()`);
}

/** Whether the middle of the element that has the focus is to be seen: not scrolled away, not covered. */
export function seesFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && document.activeElement.contains(hit);
  })()`);
}
