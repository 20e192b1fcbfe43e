import { productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { TooManyFileRowsError, UnreadableProductFileError } from './imported-file-product.ts';

/** A row of a CSV file. `line` is the line of the file on which the row begins, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const maxCells = 200;
const maxCellLength = 200_000;

/** Finds the delimiter of a CSV file: the most frequent candidate in the header. */
export function detectDelimiterOfCsvHeader(header: string): string {
  const count = (character: string) => header.split(character).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/**
 * Splits the text of a CSV file (RFC 4180) into rows. Quoted cells may contain delimiters and line breaks. Empty lines
 * are skipped.
 * @throws UnreadableProductFileError if a quoted cell does not end, or a row or a cell is too long.
 * @throws TooManyFileRowsError if the file has too many empty lines
 */
export function* readCsvRows(parts: Iterable<string>, delimiter: string): Generator<CsvRow> {
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  let emptyLines = 0;
  let isQuoted = false;
  let isAfterQuote = false;
  const endCell = () => {
    row.cells.push(cell);
    cell = '';
    isAfterQuote = false;
    if (row.cells.length > maxCells) throw new UnreadableProductFileError(row.line);
  };
  const isBlank = () => row.cells.length === 1 && row.cells[0] === '';
  for (const part of parts) {
    for (const character of part) {
      if (character === '\n') line++;
      if (isQuoted && !(isAfterQuote && character !== '"')) {
        // Two quotes stand for a quote character; a single quote ends the quoted text.
        if (character !== '"') cell += character;
        else if (isAfterQuote) cell += character;
        if (character === '"') isAfterQuote = !isAfterQuote;
      } else if (character === delimiter || character === '\n') {
        isQuoted = false;
        endCell();
        if (character === delimiter) continue;
        if (!isBlank()) yield row;
        else if (++emptyLines > productImportLimits.lines) throw new TooManyFileRowsError();
        row = { line, cells: [] };
      } else if (character === '"' && cell === '' && !isQuoted) {
        isQuoted = true;
      } else if (character !== '\r') {
        isQuoted = false;
        cell += character;
      }
      if (cell.length > maxCellLength) throw new UnreadableProductFileError(row.line);
    }
  }
  if (isQuoted && !isAfterQuote) throw new UnreadableProductFileError(row.line);
  if (cell !== '' || row.cells.length > 0) {
    endCell();
    if (!isBlank()) yield row;
  }
}
