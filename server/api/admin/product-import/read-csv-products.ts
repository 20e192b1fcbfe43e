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
export function readCsvHeader(text: string): CsvHeader {
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
export function* readCsvProducts(
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
