import { maxVariants } from '#shared/catalogue/product-input.ts';
import {
  type ImportedFields,
  type ImportedFileProduct,
  TooManyVariantsError,
  UnreadableProductFileError,
} from './imported-file-product.ts';
import type { NumberReading } from './parse-cell.ts';
import { type CsvHeader, readCsvHeader, readCsvProducts } from './read-csv-products.ts';

export interface ProductFile {
  records: Iterable<ImportedFileProduct>;
  /** The header of a CSV file; null for JSON. */
  header: CsvHeader | null;
  /** The rule for the numbers. Its lists are complete once all records have been read. */
  numbers: NumberReading;
}

/** Spreadsheet programs separate cells by semicolons where the comma is the decimal mark, otherwise by commas. */
const decimalMarks: Readonly<Record<string, ',' | '.'>> = { ';': ',', ',': '.' };

const chunkBytes = 64 * 1024;

function isUtf8(bytes: Buffer): boolean {
  try {
    for (const _part of decode(bytes, 'utf-8', true));
    return true;
  } catch {
    // With the option `fatal`, the decoder throws at the first byte sequence that is not UTF-8.
    return false;
  }
}

function* decode(bytes: Buffer, encoding: string, isFatal: boolean): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
  yield decoder.decode();
}

/**
 * Decodes a file in small parts. A file that is not UTF-8 is read as Windows-1252, in which French spreadsheet programs
 * save CSV by default.
 */
export const decodeTextFileInParts = (bytes: Buffer): Generator<string> =>
  isUtf8(bytes) ? decode(bytes, 'utf-8', true) : decode(bytes, 'windows-1252', false);

/** Maximum length in characters of one product in a JSON file. */
const maxProductLength = 500_000;

/** Reads the products of a JSON file, which is one array. Each product is parsed separately. */
export function* readJsonProducts(parts: Iterable<string>): Generator<ImportedFileProduct> {
  for (const { line, text } of splitArray(parts)) yield toRecord(line, parseObject(line, text));
}

function toRecord(line: number, { variants = [], ...fields }: ImportedFields): ImportedFileProduct {
  if (!Array.isArray(variants) || !variants.every(isObject)) throw new UnreadableProductFileError(line);
  if (variants.length > maxVariants) throw new TooManyVariantsError(line);
  return { line, fields, variants: variants.map((each) => ({ line, fields: each })) };
}

const isObject = (value: unknown): value is ImportedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(line: number, text: string): ImportedFields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableProductFileError(line, { cause: error });
  }
  if (!isObject(value)) throw new UnreadableProductFileError(line);
  return value;
}

/** Splits the text of a JSON array of objects into its elements. */
function* splitArray(parts: Iterable<string>): Generator<{ line: number; text: string }> {
  const scanner = { line: 1, start: 1, depth: 0, text: '', isInString: false, isEscaped: false };
  for (const part of parts) {
    for (const character of part) {
      if (character === '\n') scanner.line++;
      if (scanner.depth < 2 && !'[]{, \t\r\n\ufeff'.includes(character))
        throw new UnreadableProductFileError(scanner.line);
      const depthBefore = scanner.depth;
      updateDepth(scanner, character);
      if (depthBefore === 1 && scanner.depth === 2) scanner.start = scanner.line;
      if (depthBefore < 2 && scanner.depth < 2) continue;
      scanner.text += character;
      if (scanner.text.length > maxProductLength) throw new UnreadableProductFileError(scanner.start);
      if (scanner.depth > 1) continue;
      yield { line: scanner.start, text: scanner.text };
      scanner.text = '';
    }
  }
  if (scanner.depth !== 0) throw new UnreadableProductFileError(scanner.line);
}

function updateDepth(scanner: { depth: number; isInString: boolean; isEscaped: boolean }, character: string): void {
  if (scanner.isInString) {
    if (!scanner.isEscaped && character === '"') scanner.isInString = false;
    scanner.isEscaped = !scanner.isEscaped && character === '\\';
  } else if (character === '"') scanner.isInString = true;
  else if ('[{'.includes(character)) scanner.depth++;
  else if (']}'.includes(character)) scanner.depth--;
}

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
