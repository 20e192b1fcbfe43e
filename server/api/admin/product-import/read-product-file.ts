import { productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { maxVariants } from '#shared/catalogue/product-input.ts';
import { removeCsvFormulaApostrophe } from '#shared/format-csv-row.ts';
import {
  type ImportedFields,
  type ImportedFileProduct,
  TooManyFileRowsError,
  TooManyVariantsError,
  UnreadableProductFileError,
  type UntranslatedIssue,
} from './imported-file-product.ts';
import { type CellContext, type NumberReading, parseCellIntoField } from './parse-cell.ts';
import { productColumns, variantColumns, variantPrefix } from './product-columns.ts';

const products = new Map(productColumns.map((column) => [column.name, column]));
const variants = new Map(variantColumns.map((column) => [`${variantPrefix}${column.name}`, column]));

export interface CsvHeader {
  columns: string[];
  unknownColumns: string[];
  /** The columns that the header names more than once. */
  repeatedColumns: string[];
  /** False if no column identifies the products, as in files of other shops. */
  hasKeyColumn: boolean;
  delimiter: string;
}

/** A row of a CSV file. `line` is the line of the file on which the row begins, counted from 1. */
interface CsvRow {
  line: number;
  cells: string[];
}

const maxCells = 200;
const maxCellLength = 200_000;

/** Finds the delimiter of a CSV file: the most frequent candidate in the header. */
function detectDelimiterOfCsvHeader(header: string): string {
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

/** @throws UnreadableProductFileError if the file is empty */
function readCsvHeader(text: string): CsvHeader {
  const delimiter = detectDelimiterOfCsvHeader(text.slice(0, Math.max(0, text.search(/\r?\n/))) || text);
  const [row] = readCsvRows([text], delimiter);
  const columns = (row?.cells ?? []).map((cell) => cell.replace(/^\ufeff/, '').trim());
  if (columns.every((name) => name === '')) throw new UnreadableProductFileError(1);
  const named = columns.filter((name) => name !== '');
  return {
    columns,
    unknownColumns: [...new Set(named.filter((name) => !products.has(name) && !variants.has(name)))],
    repeatedColumns: [...new Set(named.filter((name, index) => named.indexOf(name) < index))],
    hasKeyColumn: columns.includes('id') || columns.includes('slug'),
    delimiter,
  };
}

/**
 * Reads the products of a CSV file. A row is a further variant of the product before it if its `id` and `slug` are each
 * empty or equal to those of the product's first row.
 * @throws TooManyFileRowsError if the file has too many rows
 * @throws TooManyVariantsError if a product has more rows than a product can have variants
 */
function* readCsvProducts(
  parts: Iterable<string>,
  { columns, delimiter }: CsvHeader,
  numbers: NumberReading,
): Generator<ImportedFileProduct> {
  const keyColumns = [columns.indexOf('id'), columns.indexOf('slug')];
  let product: ImportedFileProduct | null = null;
  let keys: string[] = [];
  let fileRows = -1;
  let productRows = 0;
  for (const row of readCsvRows(parts, delimiter)) {
    fileRows++;
    // The first row is the header.
    if (fileRows === 0) continue;
    if (fileRows > productImportLimits.lines) throw new TooManyFileRowsError();
    // Spreadsheet programs often end a file with rows of empty cells.
    if (row.cells.every((cell) => cell === '')) continue;
    const cells = row.cells.map(removeCsvFormulaApostrophe);
    const rowKeys = keyColumns.map((index) => cells[index]?.trim() ?? '');
    const isSameProduct = rowKeys.every((key, index) => key === '' || key === keys[index]);
    if (!product || !isSameProduct) {
      if (product) yield product;
      const issues: UntranslatedIssue[] = [];
      const fields = readFields(columns, cells, products, { line: row.line, numbers, issues });
      product = { line: row.line, fields, variants: [], issues };
      keys = rowKeys;
      productRows = 0;
    }
    productRows++;
    if (productRows > maxVariants) throw new TooManyVariantsError(product.line);
    addVariant(product, columns, { ...row, cells }, numbers);
  }
  if (product) yield product;
}

/** Adds the variant of a row, unless all of its cells are empty. */
function addVariant(
  { variants: list, issues = [] }: ImportedFileProduct,
  columns: readonly string[],
  { line, cells }: CsvRow,
  numbers: NumberReading,
): void {
  const hasVariant = columns.some((name, index) => variants.has(name) && (cells[index] ?? '').trim() !== '');
  if (hasVariant) list.push({ line, fields: readFields(columns, cells, variants, { line, numbers, issues }) });
}

function readFields(
  columns: readonly string[],
  cells: readonly string[],
  known: ReadonlyMap<string, (typeof productColumns)[number]>,
  context: CellContext,
): ImportedFields {
  const fields: ImportedFields = {};
  for (const [index, name] of columns.entries()) {
    const column = known.get(name);
    if (column) parseCellIntoField(column, cells[index] ?? '', fields, { ...context, heading: name });
  }
  return fields;
}

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
