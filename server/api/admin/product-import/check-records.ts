import { isDeepStrictEqual } from 'node:util';
import { and, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { products, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { findExistingProductAttributes } from '#server/api/catalogue/product-references.ts';
import { describeValidationIssues } from '#server/api/contract/describe-issues.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import { findUnstorableTextIssues } from '#server/api/contract/unstorable-text.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { images } from '#server/api/media/media-tables.ts';
import { type ItemInput, type Resource, readItems, type StoredItem } from '#server/api/resources/resource.ts';
import { findUnknownProductAttributes } from '#shared/catalogue/find-reference-issues-of-product.ts';
import { findTooDistantPrices } from '#shared/catalogue/planned-price.ts';
import { getProductType, type ProductKind } from '#shared/catalogue/product-enums.ts';
import { ProductInput } from '#shared/catalogue/product-input.ts';
import { Id } from '#shared/input-fields.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import type { UnknownReference } from '#shared/item-issue.ts';
import type { Lang } from '#shared/languages.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import { type FileKeys, registerFileKeys } from './file-keys.ts';
import type {
  CheckedRecord,
  ImportedFields,
  ImportedFileProduct,
  ProductFileIssue,
  UntranslatedIssue,
} from './imported-file-product.ts';
import { listChoiceWords } from './parse-cell.ts';
import { productColumns, variantColumns, variantPrefix } from './product-columns.ts';

/**
 * Highest id that a file may contain if the site has never had a product. Higher ids are refused, so that the rest of
 * the range of a PostgreSQL integer stays free for ids that are assigned later.
 */
const maxKeptId = 1_000_000_000;

/**
 * Finds the ids of a batch that belong to no stored product or variant. A new product must not have an id in the file,
 * because the id could exceed the range of assigned ids or restore a deleted product.
 * @param keepsIds True if the import keeps the ids of the file, because the site has never had a product. Then only ids
 * above `maxKeptId` are found.
 */
async function findUnknownIds(
  tx: SiteTx,
  records: readonly ImportedFileProduct[],
  keepsIds: boolean,
): Promise<Map<ImportedFileProduct, UntranslatedIssue[]>> {
  const given = records.flatMap((record) => [
    { record, line: record.line, column: 'id', id: record.fields.id },
    ...record.variants.map(({ line, fields }) => ({ record, line, column: 'variant.id', id: fields.id })),
  ]);
  // Values that are not ids are skipped here, because the schema of products reports them.
  const ids = given.flatMap((each) => {
    const { data: id } = Id.safeParse(each.id);
    return id === undefined ? [] : [{ ...each, id }];
  });
  const idsOf = (column: string) => ids.flatMap((each) => (each.column === column ? [each.id] : []));
  const missing: Record<string, Set<number>> = keepsIds
    ? {}
    : {
        id: new Set(await lockIdsOrFindMissing(tx, products, idsOf('id'))),
        'variant.id': new Set(await lockIdsOrFindMissing(tx, variants, idsOf('variant.id'))),
      };
  const unknown = ids.filter(({ column, id }) => (keepsIds ? id > maxKeptId : missing[column]?.has(id)));
  return new Map(
    [...Map.groupBy(unknown, ({ record }) => record)].map(([record, issues]) => [
      record,
      issues.map(({ line, column, id }) => ({ line, column, text: 'field.unknown_item', value: id })),
    ]),
  );
}

/** Placeholder for the id that the import assigns to a new product. */
const placeholderId = 1;
/** First placeholder of new variants, each of which needs another id, because the schema refuses repeated ones. */
const firstVariantPlaceholderId = 1_000_000_001;

export interface CheckRecordsOptions {
  keys: FileKeys;
  lang: Lang;
  /** True if the import keeps the ids of the file, because the site has never had a product. */
  keepsIds: boolean;
  /** The columns of a CSV file; null for JSON. */
  columns: readonly string[] | null;
}

interface CheckResult {
  checked: CheckedRecord | null;
  issues: ProductFileIssue[];
}

const imagesOf = (input: ProductInput): readonly number[] => [
  ...input.images,
  ...input.variants.flatMap(({ imageId }) => imageId ?? []),
];

/** Finds references to tags, pictures, videos, meal icons and variations that do not exist. */
async function findReferenceIssues(tx: SiteTx, checked: readonly CheckedRecord[]): Promise<UntranslatedIssue[]> {
  const inputs = checked.map(({ input }) => input);
  const missingImages = new Set(await lockIdsOrFindMissing(tx, images, inputs.flatMap(imagesOf)));
  const known = await findExistingProductAttributes(tx, inputs);
  return checked.flatMap(({ record: { line }, input, variantLines }) =>
    [...findMissingImages(input, missingImages), ...findUnknownProductAttributes(input, known)].map(
      ({ path, value }): UntranslatedIssue => ({
        ...locateReference(path, line, variantLines),
        text: 'field.unknown_item',
        value,
      }),
    ),
  );
}

type LocatedId = Pick<UnknownReference, 'path' | 'value'>;

const findMissingImages = ({ images, variants }: ProductInput, missing: ReadonlySet<number>): LocatedId[] => [
  ...images.flatMap((id, index) => (missing.has(id) ? { path: ['images', index], value: id } : [])),
  ...variants.flatMap(({ imageId }, index) =>
    imageId != null && missing.has(imageId) ? { path: ['variants', index, 'imageId'], value: imageId } : [],
  ),
];

/**
 * Returns line and column of a field: `variants.2.variations` is the column `variant.variations` of a variant's line.
 */
const locateReference = (
  [field, index, fieldOfVariant]: UnknownReference['path'],
  line: number,
  variantLines: CheckedRecord['variantLines'],
) =>
  field === 'variants'
    ? { line: variantLines[Number(index)] ?? line, column: `variant.${fieldOfVariant}` }
    : { line, column: String(field) };

export async function checkRecords(
  tx: SiteTx,
  resource: Resource,
  allRecords: readonly ImportedFileProduct[],
  options: CheckRecordsOptions,
): Promise<{ checked: CheckedRecord[]; issues: ProductFileIssue[] }> {
  const { keys, lang, keepsIds } = options;
  const unstorable = allRecords.map((record) => findUnstorableCells(record, lang));
  const records = allRecords.filter((_, index) => unstorable[index]?.length === 0);
  await addIdsOfSlugs(tx, records);
  const unknownIds = await findUnknownIds(tx, records, keepsIds);
  const known = records.filter((record) => !unknownIds.has(record));
  const ids = known.flatMap(({ fields }) => Id.safeParse(fields.id).data ?? []);
  const stored = new Map((await readItems(tx, resource, ids)).map((each) => [each.key, each]));
  const yieldToEventLoop = createEventLoopYield();
  const results: CheckResult[] = [];
  for (const record of known) {
    results.push(checkRecord(record, stored.get(record.fields.id as number) ?? null, options));
    await yieldToEventLoop();
  }
  const checked = results.flatMap((result) => result.checked ?? []);
  const keyIssues = [
    ...[...unknownIds.values()].flat(),
    ...(await registerFileKeys(tx, checked, keys)),
    ...(await findReferenceIssues(tx, checked)),
  ];
  const issues = [...unstorable.flat(), ...results.flatMap((result) => result.issues)];
  for (const issue of keyIssues) issues.push(translateFileIssue(issue, lang));
  return { checked, issues };
}

export const translateFileIssue = (
  { line, column, text, value, values, choices }: UntranslatedIssue,
  lang: Lang,
): ProductFileIssue => ({
  line,
  column,
  message: translate(lang, text, {
    field: column,
    value,
    ...values,
    ...(choices && { allowed: listChoiceWords(choices, lang) }),
  }),
});

function findUnstorableCells({ line, fields, variants }: ImportedFileProduct, lang: Lang): ProductFileIssue[] {
  const parts = [{ line, fields, prefix: '' }, ...variants.map((variant) => ({ ...variant, prefix: variantPrefix }))];
  return parts.flatMap((part) =>
    findUnstorableTextIssues(part.fields).map(({ path }) => {
      const column = toColumn(part.prefix + path.join('.'));
      return { line: part.line, column, message: translate(lang, 'field.unstorable', { field: column }) };
    }),
  );
}

async function addIdsOfSlugs(tx: SiteTx, records: readonly ImportedFileProduct[]): Promise<void> {
  const bySlug = Map.groupBy(
    records.filter(({ fields }) => fields.id === undefined && typeof fields.slug === 'string'),
    ({ fields }) => fields.slug as string,
  );
  if (bySlug.size === 0) return;
  const stored = await tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(inArray(products.slug, [...bySlug.keys()]), isNull(products.archivedAt)));
  for (const { id, slug } of stored) for (const { fields } of bySlug.get(slug) ?? []) fields.id = id;
}

function checkRecord(
  record: ImportedFileProduct,
  current: StoredItem | null,
  { keys, lang, columns }: CheckRecordsOptions,
): CheckResult {
  const stored = current?.item ?? null;
  const { input, variantLines, issues: repeated } = mergeRecord(stored, record);
  const cellIssues = [...(record.issues ?? []), ...repeated].map((issue) => translateFileIssue(issue, lang));
  const newVariants = new Set<number>();
  const variants = (input.variants as ImportedFields[]).map((variant, index) => {
    if (variant.id === undefined) newVariants.add(index);
    return variant.id === undefined ? { ...variant, id: firstVariantPlaceholderId + index } : variant;
  });
  const candidate = { ...input, id: input.id ?? placeholderId, variants };
  const parsed = ProductInput.safeParse(candidate);
  const distant = parsed.success ? findTooDistantPrices(parsed.data.variants, new Date()) : [];
  if (parsed.success && distant.length === 0 && cellIssues.length === 0) {
    const before = stored && readStoredInput(stored);
    const isChanged = !isDeepStrictEqual(parsed.data, before);
    const changes = { isNew: !stored, stored, before, revision: current?.revision ?? 0, isChanged };
    return { checked: { record, input: parsed.data, ...changes, newVariants, variantLines }, issues: [] };
  }
  const found = parsed.error?.issues ?? distant.map(toSchemaIssue);
  const errors = describeValidationIssues(found as readonly z.core.$ZodIssue[], candidate, lang, getColumnOfPath);
  const issues = Object.entries(errors).flatMap(([path, message]): ProductFileIssue[] => {
    const at = locate(path, record, variantLines);
    // A cell that could not be read has its message already.
    if (cellIssues.some(({ line, column }) => line === at.line && column === at.column)) return [];
    if (stored || hasColumn(columns, at.column)) return [{ ...at, message }];
    if (keys.missingColumns.has(at.column)) return [];
    keys.missingColumns.add(at.column);
    return [{ ...at, line: 1, message: translate(lang, 'field.missing_column', { field: at.column }) }];
  });
  return { checked: null, issues: [...cellIssues, ...issues] };
}

/** Checks whether a file has a column, or columns of its parts such as languages. JSON has every field. */
const hasColumn = (columns: readonly string[] | null, column: string): boolean =>
  columns === null || columns.some((each) => each === column || each.startsWith(`${column}.`));

/** Converts a stored product to an input. A product that the current schema would refuse is returned unchanged. */
const readStoredInput = (stored: ImportedFields): ProductInput =>
  ProductInput.safeParse(stored).data ?? (stored as unknown as ProductInput);

/** Finds the line and the column of a field: `variants.2.price` is the column `variant.price` of the third variant. */
function locate(path: string, record: ImportedFileProduct, variantLines: readonly (number | null)[]) {
  const [, index] = /^variants\.(\d+)\./.exec(path) ?? [];
  const line = index === undefined ? record.line : (variantLines[Number(index)] ?? record.line);
  return { line, column: getColumnOfPath(path) };
}

const getColumnOfPath = (path: string): string => toColumn(path.replace(/^variants\.\d+\./, variantPrefix));

const columnNames: ReadonlySet<string> = new Set([
  ...productColumns.map(({ name }) => name),
  ...variantColumns.map(({ name }) => variantPrefix + name),
]);

/** Returns the column that contains a field: `images.0` is an element of the column `images`. */
function toColumn(field: string): string {
  const steps = field.split('.');
  for (let count = steps.length; count > 0; count--) {
    const name = steps.slice(0, count).join('.');
    if (columnNames.has(name)) return name;
  }
  return field;
}

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
function mergeRecord(stored: ItemInput | null, given: ImportedFileProduct): MergeRecordResult {
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
