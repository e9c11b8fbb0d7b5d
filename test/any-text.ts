import fc from 'fast-check';

const [SURROGATES, LAST, COUNT] = [0xd800, 0xdfff, 0x800];

/** Any code point that is none of half a pair. */
const letter = fc.integer({ min: 0, max: 0x10ffff - COUNT }).map(
  (number) => String.fromCodePoint(number < SURROGATES ? number : number + COUNT),
  (text) => {
    const code = (text as string).codePointAt(0) ?? LAST;
    if (text !== String.fromCodePoint(code)) throw new Error('it is no letter');
    return code < SURROGATES ? code : code - COUNT;
  },
);

/** Any text: what fast-check makes with `unit: 'binary'`, for which it needs most of a second before the first one. */
export const anyText = fc.string({ unit: letter });
