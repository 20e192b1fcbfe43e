import type { ItemInput } from '#server/api/resources/resource.ts';
import type { ImportedFields, ImportedFileProduct } from './imported-file-product.ts';
import { productColumns } from './product-columns.ts';

/**
 * The fields whose texts are merged by language, so that a file with one language keeps the texts in other languages.
 */
const textFields: ReadonlySet<string> = new Set(
  productColumns.filter(({ kind }) => kind === 'localized').map(({ name }) => name.split('.')[0] ?? name),
);

/** The fields that a new product may leave out. */
const newProduct: ImportedFields = { appellation: '', summary: '', description: { html: '' }, variants: [] };

export interface MergeRecordResult {
  input: ImportedFields;
  /** The line of each variant in the file; null for stored variants that the file does not name. */
  variantLines: (number | null)[];
}

/** Applies the fields of a file to the stored product, or to the defaults of a new one. */
export function mergeRecord(stored: ItemInput | null, record: ImportedFileProduct): MergeRecordResult {
  const base = stored ?? newProduct;
  const input: ImportedFields = { ...base, ...record.fields };
  for (const field of textFields) if (field in record.fields) input[field] = mergeTexts(base[field], input[field]);
  const variants = [...(base.variants as ImportedFields[])];
  const variantLines: (number | null)[] = variants.map(() => null);
  const indexes = new Map(variants.map(({ id }, index) => [id, index]));
  for (const { line, fields } of record.variants) {
    const index = fields.id === undefined ? undefined : indexes.get(fields.id);
    if (index === undefined) {
      if (fields.id !== undefined) indexes.set(fields.id, variants.length);
      variants.push(fields);
      variantLines.push(line);
    } else {
      // The file may be older than the latest orders, so the stock of a stored variant changes only by stock movements.
      const { quantity: _quantity, ...rest } = fields;
      variants[index] = { ...variants[index], ...rest };
      variantLines[index] = line;
    }
  }
  return { input: { ...input, variants }, variantLines };
}

const isPlainObject = (value: unknown): value is ImportedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mergeTexts(stored: unknown, given: unknown): unknown {
  if (!isPlainObject(stored) || !isPlainObject(given) || 'markdown' in given) return given;
  const merged = { ...stored };
  for (const [key, value] of Object.entries(given)) merged[key] = mergeTexts(stored[key], value);
  return merged;
}
