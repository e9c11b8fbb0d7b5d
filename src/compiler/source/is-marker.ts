import { CST } from 'yaml';

const MARKERS = [CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR].join('');

/** The lexer's own control characters take no room in the source. */
export const isMarker = (lexeme: string): boolean => lexeme.length === 1 && MARKERS.includes(lexeme);
