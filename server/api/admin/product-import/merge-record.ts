import type { ItemInput } from '#server/api/resources/resource.ts';
import { getProductType, type ProductKind } from '#shared/catalogue/product-enums.ts';
import type { ImportedFields, ImportedFileProduct, UntranslatedIssue } from './imported-file-product.ts';
import { productColumns } from './product-columns.ts';

/**
 * The fields whose texts are merged by language, so that a file with one language keeps the texts in other languages.
 */
const textFields: ReadonlySet<string> = new Set(
  productColumns.filter(({ kind }) => kind === 'localized').map(({ name }) => name.split('.')[0] ?? name),
);

/** The fields that a new product may leave out. */
const newProduct: ImportedFields = { appellation: '', summary: '', description: { html: '' }, variants: [] };

interface MergeRecordResult {
  input: ImportedFields;
  /** The line of each variant in the file; null for stored variants that the file does not name. */
  variantLines: (number | null)[];
  /** The variants that the file names twice. */
  issues: UntranslatedIssue[];
}

/** Returns the values that the form gives to a new product, as far as they fit the fields of the file. */
const getDefaults = ({ kind }: ImportedFields, variants: ImportedFileProduct['variants']): ImportedFields => ({
  type: getProductType(kind as ProductKind),
  isVintage: variants.length > 0 && variants.every(({ fields }) => (fields.year ?? null) !== null),
  vatRate: 20,
  isAlcohol: kind !== 'juice' && kind !== 'voucher',
});

const isEmpty = (value: unknown): boolean => value === undefined || value === '';

/**
 * Applies the fields of a file to the stored product, or to the defaults of a new one. A variant without an id changes
 * the stored variant with the same reference, or else the only one with the same year and capacity.
 */
export function mergeRecord(stored: ItemInput | null, given: ImportedFileProduct): MergeRecordResult {
  const base = stored ?? newProduct;
  const record = (given.fields.kind ?? base.kind) === 'voucher' ? omitVolume(given) : given;
  const input: ImportedFields = { ...base, ...record.fields };
  if (!stored)
    for (const [field, value] of Object.entries(getDefaults(record.fields, record.variants)))
      if (isEmpty(input[field])) input[field] = value;
  for (const field of textFields) if (field in record.fields) input[field] = mergeTexts(base[field], input[field]);
  const variants = [...(base.variants as ImportedFields[])];
  const variantLines: (number | null)[] = variants.map(() => null);
  const indexes = matchVariants(variants, record.variants);
  const keys = new Set<unknown>();
  const issues: UntranslatedIssue[] = [];
  for (const [position, { line, fields }] of record.variants.entries()) {
    const index = indexes[position] ?? null;
    const repeated = findRepeatedKey(fields, index, keys);
    if (repeated) issues.push({ line, text: 'field.repeated_variant', ...repeated });
    if (index === null) {
      variants.push(fields);
      variantLines.push(line);
    } else {
      // The file may be older than the latest orders, so the stock of a stored variant changes only by stock movements.
      const { quantity: _quantity, ...rest } = fields;
      variants[index] = { ...variants[index], ...rest };
      variantLines[index] = line;
    }
  }
  return { input: { ...input, variants }, variantLines, issues };
}

/** Files may still call a voucher a wine of one litre. */
const omitVolume = ({ fields, variants, ...record }: ImportedFileProduct): ImportedFileProduct => ({
  ...record,
  fields: { ...fields, type: 'VOUCHER' },
  variants: variants.map((variant) => ({
    ...variant,
    fields: { ...variant.fields, capacity: null, capacityUnit: null },
  })),
});

/** Finds the index of the stored variant that each variant of a file changes; null for a new one. */
function matchVariants(stored: readonly ImportedFields[], given: ImportedFileProduct['variants']): (number | null)[] {
  const taken = new Set<number>();
  const take = (isMatch: (variant: ImportedFields) => boolean): number | null => {
    const found = stored.flatMap((variant, index) => (isMatch(variant) && !taken.has(index) ? [index] : []));
    const [index] = found;
    if (index === undefined || found.length > 1) return null;
    taken.add(index);
    return index;
  };
  const indexes = given.map(({ fields: { id } }) => {
    const index = id === undefined ? -1 : stored.findIndex((variant) => variant.id === id);
    if (index >= 0) taken.add(index);
    return index < 0 ? null : index;
  });
  // References come first, so that no other row takes the variant that a later row names by its reference.
  for (const match of [hasSameReference, isSameVariant])
    for (const [position, { fields }] of given.entries())
      if (fields.id === undefined && indexes[position] === null)
        indexes[position] = take((variant) => match(variant, fields));
  return indexes;
}

const hasSameReference = (stored: ImportedFields, { reference }: ImportedFields): boolean =>
  !isEmpty(reference) && stored.reference === reference;

const isSameVariant = (stored: ImportedFields, given: ImportedFields): boolean =>
  stored.isArchived !== true &&
  getCentilitres(stored) === getCentilitres(given) &&
  (stored.year ?? null) === (given.year ?? null);

const getCentilitres = ({ capacity, capacityUnit }: ImportedFields): number =>
  Number(capacity ?? 0) * (capacityUnit === 'LITER' ? 100 : 1);

/**
 * Finds the value by which a variant is the same as one before it, and adds its own values to `keys`.
 * @param index The stored variant that it changes; null for a new one
 */
function findRepeatedKey(fields: ImportedFields, index: number | null, keys: Set<unknown>) {
  const { id, reference, year = null, capacity, variations = [] } = fields;
  const hasReference = !isEmpty(reference);
  const ofReference = { column: 'variant.reference', value: String(reference) };
  const ofFormat =
    year === null
      ? { column: 'variant.capacity', value: String(capacity) }
      : { column: 'variant.year', value: String(year) };
  const format = JSON.stringify([year, getCentilitres(fields), variations, hasReference ? reference : '']);
  const found = [
    ...(isEmpty(id) ? [] : [{ key: `id ${id}`, column: 'variant.id', value: String(id) }]),
    ...(hasReference && isEmpty(id) ? [{ key: `reference ${reference}`, ...ofReference }] : []),
    { key: index ?? format, ...(hasReference ? ofReference : ofFormat) },
  ];
  const repeated = found.find(({ key }) => keys.has(key));
  for (const { key } of found) keys.add(key);
  return repeated && { column: repeated.column, value: repeated.value };
}

const isPlainObject = (value: unknown): value is ImportedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mergeTexts(stored: unknown, given: unknown): unknown {
  if (!isPlainObject(stored) || !isPlainObject(given) || 'markdown' in given) return given;
  const merged = { ...stored };
  for (const [key, value] of Object.entries(given)) merged[key] = mergeTexts(stored[key], value);
  return merged;
}
