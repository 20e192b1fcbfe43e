import { ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { languages } from '#shared/languages.ts';
import { type CellKind, type Column, deriveColumns } from './derive-columns.ts';

const { variants: _, ...productFields } = ProductFields.shape;

export const productColumns: readonly Column[] = deriveColumns(productFields);

/** The columns of a variant. Their names begin with `variant.` in the header. */
export const variantColumns: readonly Column[] = deriveColumns(VariantInput.shape);

export const variantPrefix = 'variant.';

/** Reads the value at a dotted path, such as `tasting.eye`. */
const readPath = (fields: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : null),
      fields,
    );

function writePath(fields: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let at = fields;
  for (const key of keys) {
    const next = at[key];
    at[key] = typeof next === 'object' && next !== null ? next : {};
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}

/**
 * Formats the cell of a column.
 * @param decimalMark The mark that the caller's spreadsheet program expects.
 */
export function formatProductCell({ name, kind }: Column, fields: unknown, decimalMark: '.' | ','): string {
  const value = readPath(fields, name);
  if (value === null || value === undefined) return '';
  if (kind === 'localized') return typeof value === 'string' ? value : '';
  if (kind === 'number') return String(value).replace('.', decimalMark);
  if (kind === 'boolean') return value === true ? 'yes' : 'no';
  if (kind === 'words' || kind === 'ids') return (value as unknown[]).join('|');
  return kind === 'json' ? JSON.stringify(value) : String(value);
}

/** Writes the value of a cell to its field. A cell that cannot be parsed stays a text, which the schema refuses. */
export function parseCellIntoField({ name, kind }: Column, cell: string, fields: Record<string, unknown>): void {
  if (kind === 'localized') {
    if (cell !== '') writePath(fields, name, cell);
    else if (readPath(fields, name) === null || readPath(fields, name) === undefined) writeEmptyText(fields, name);
    return;
  }
  writePath(fields, name, parseCell(kind, cell.trim()));
}

/**
 * Sets a field that has no text to an empty text. An empty cell of a single language sets nothing, so that the stored
 * texts of other languages stay.
 */
function writeEmptyText(fields: Record<string, unknown>, name: string): void {
  if (!languages.some((lang) => name.endsWith(`.${lang}`))) writePath(fields, name, '');
}

const booleanWords: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  true: true,
  false: false,
  oui: true,
  non: false,
  vrai: true,
  faux: false,
  '1': true,
  '0': false,
};

function parseCell(kind: CellKind, cell: string): unknown {
  if (kind === 'words' || kind === 'ids') {
    const parts = cell.split('|').flatMap((part) => part.trim() || []);
    return kind === 'words' ? parts : parts.map(parseNumber);
  }
  if (cell === '') return kind === 'text' ? '' : undefined;
  if (kind === 'number') return parseNumber(cell);
  if (kind === 'boolean') return booleanWords[cell.toLowerCase()] ?? cell;
  return kind === 'json' ? parseJson(cell) : cell;
}

const parseNumber = (cell: string): number | string =>
  /^-?\d+([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell;

function parseJson(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    // The cell is returned as text: the schema refuses the text and names the column.
    return cell;
  }
}
