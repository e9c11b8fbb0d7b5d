import type { Span } from '../../compiler/source/source-file.ts';

/** The place of findings about this machine, which has no lines. */
export const MACHINE_SPAN: Span = { file: { name: '<machine>', text: '' }, start: 0, end: 0 };
