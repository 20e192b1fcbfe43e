import { decodeTextFileInParts } from './decode-text-file-in-parts.ts';
import type { ImportedFileProduct } from './imported-file-product.ts';
import type { NumberReading } from './parse-cell.ts';
import { type CsvHeader, readCsvHeader, readCsvProducts } from './read-csv-products.ts';
import { readJsonProducts } from './read-json-products.ts';

export interface ProductFile {
  records: Iterable<ImportedFileProduct>;
  /** The header of a CSV file; null for JSON. */
  header: CsvHeader | null;
  /** The rule for the numbers. Its lists are complete once all records have been read. */
  numbers: NumberReading;
}

/** Spreadsheet programs separate cells by semicolons where the comma is the decimal mark, otherwise by commas. */
const decimalMarks: Readonly<Record<string, ',' | '.'>> = { ';': ',', ',': '.' };

/** Reads a file of products, which is JSON if its first character after white space is `[`, otherwise CSV. */
export function readProductFile(file: Buffer): ProductFile {
  const [start = ''] = decodeTextFileInParts(file);
  const numbers: NumberReading = { decimalMark: null, hasOtherMark: false, assumed: [] };
  if (/^[\ufeff\s]*\[/.test(start))
    return { records: readJsonProducts(decodeTextFileInParts(file)), header: null, numbers };
  const header = readCsvHeader(start);
  numbers.decimalMark = decimalMarks[header.delimiter] ?? null;
  return { records: readCsvProducts(decodeTextFileInParts(file), header, numbers), header, numbers };
}
