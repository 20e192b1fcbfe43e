import { ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { type Column, deriveColumns } from './derive-columns.ts';

const { variants: _, ...productFields } = ProductFields.shape;

export const productColumns: readonly Column[] = deriveColumns(productFields);

/** The columns of a variant. Their names begin with `variant.` in the header. */
export const variantColumns: readonly Column[] = deriveColumns(VariantInput.shape);

export const variantPrefix = 'variant.';

/** Reads the value at a dotted path, such as `tasting.eye`. */
export const readPath = (fields: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : null),
      fields,
    );

export function writePath(fields: Record<string, unknown>, path: string, value: unknown): void {
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

/** @param decimalMark The mark that the caller's spreadsheet program expects. */
export function formatProductCell({ name, kind }: Column, fields: unknown, decimalMark: '.' | ','): string {
  const value = readPath(fields, name);
  if (value === null || value === undefined) return '';
  if (kind === 'localized') return typeof value === 'string' ? value : '';
  if (kind === 'number') return String(value).replace('.', decimalMark);
  if (kind === 'boolean') return value === true ? 'yes' : 'no';
  if (kind === 'words' || kind === 'ids') return (value as unknown[]).join('|');
  return kind === 'json' ? JSON.stringify(value) : String(value);
}
