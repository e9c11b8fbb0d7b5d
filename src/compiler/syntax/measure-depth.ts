import { CST } from 'yaml';
import { isMarker } from '../source/is-marker.ts';

/**
 * Returns a function that takes the lexer's lexemes one by one and answers with an upper estimate (within a factor of
 * two) of the nesting at that point. Brackets nest flow collections; a block collection opens at a column to the right
 * of the one around it, or on the same line.
 */
export function createDepthGauge(): (lexeme: string) => number {
  const columns: number[] = [];
  const brackets: string[] = [];
  let column = 0;
  let contentColumn = -1;
  let colonsOnLine = 0;
  let scalarNext = false;

  const open = (at: number) => {
    while (columns.length > 0 && (columns[columns.length - 1] ?? 0) >= at) columns.pop();
    columns.push(at);
  };

  return (lexeme) => {
    const isText = scalarNext;
    scalarNext = lexeme === CST.SCALAR;
    switch (isText ? 0 : lexeme.charCodeAt(0)) {
      case 0x5b: // [
      case 0x7b: // {
        brackets.push(lexeme === '[' ? ']' : '}');
        break;
      case 0x5d: // ]
      case 0x7d: // }
        // A bracket of the other kind closes nothing.
        if (brackets[brackets.length - 1] === lexeme) brackets.pop();
        break;
      case 0x2d: // -
      case 0x3f: // ?
        if (lexeme.length === 1 && brackets.length === 0) {
          open(column);
          contentColumn = -1;
          column++;
          return columns.length + colonsOnLine;
        }
        break;
      case 0x3a: // :
        if (lexeme.length === 1 && brackets.length === 0) {
          open(contentColumn < 0 ? column : contentColumn);
          colonsOnLine++;
        }
        break;
      default:
    }
    const newline = lexeme.lastIndexOf('\n');
    if (newline >= 0) {
      column = lexeme.length - newline - 1;
      contentColumn = -1;
      colonsOnLine = 0;
    } else if (!isMarker(lexeme)) {
      if (contentColumn < 0 && lexeme.trim() !== '') contentColumn = column;
      column += lexeme.length;
    }
    return columns.length + brackets.length + colonsOnLine;
  };
}
