import { productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { maxVariants } from '#shared/catalogue/product-input.ts';
import { removeCsvFormulaApostrophe } from '#shared/format-csv-row.ts';
import {
  type ImportedFields,
  type ImportedFileProduct,
  TooManyFileRowsError,
  TooManyVariantsError,
  UnreadableProductFileError,
} from './imported-file-product.ts';
import { parseCellIntoField, productColumns, variantColumns, variantPrefix } from './product-columns.ts';
import { type CsvRow, detectDelimiterOfCsvHeader, readCsvRows } from './read-csv-rows.ts';

const products = new Map(productColumns.map((column) => [column.name, column]));
const variants = new Map(variantColumns.map((column) => [`${variantPrefix}${column.name}`, column]));

interface CsvHeader {
  columns: string[];
  unknownColumns: string[];
  delimiter: string;
}

/**
 * Reads the header of a CSV file.
 * @throws UnreadableProductFileError if no column identifies the product.
 */
export function readCsvHeader(text: string): CsvHeader {
  const delimiter = detectDelimiterOfCsvHeader(text.slice(0, Math.max(0, text.search(/\r?\n/))) || text);
  const [row] = readCsvRows([text], delimiter);
  const columns = (row?.cells ?? []).map((cell) => cell.replace(/^\ufeff/, '').trim());
  if (!columns.includes('id') && !columns.includes('slug')) throw new UnreadableProductFileError(1);
  const unknownColumns = columns.filter((name) => name !== '' && !products.has(name) && !variants.has(name));
  return { columns, unknownColumns, delimiter };
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
      product = { line: row.line, fields: readFields(columns, cells, products), variants: [] };
      keys = rowKeys;
      productRows = 0;
    }
    productRows++;
    if (productRows > maxVariants) throw new TooManyVariantsError(product.line);
    addVariant(product, columns, { ...row, cells });
  }
  if (product) yield product;
}

/** Adds the variant of a row, unless all of its cells are empty. */
function addVariant(product: ImportedFileProduct, columns: readonly string[], { line, cells }: CsvRow): void {
  const hasVariant = columns.some((name, index) => variants.has(name) && (cells[index] ?? '').trim() !== '');
  if (hasVariant) product.variants.push({ line, fields: readFields(columns, cells, variants) });
}

function readFields(
  columns: readonly string[],
  cells: readonly string[],
  known: ReadonlyMap<string, (typeof productColumns)[number]>,
): ImportedFields {
  const fields: ImportedFields = {};
  for (const [index, name] of columns.entries()) {
    const column = known.get(name);
    if (column) parseCellIntoField(column, cells[index] ?? '', fields);
  }
  return fields;
}
