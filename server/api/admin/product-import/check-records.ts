import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { describeValidationIssues } from '#server/api/contract/describe-issues.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readItems, type StoredItem } from '#server/api/resources/read-item.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { findPlannedPriceTooFarAheadIssues } from '#shared/catalogue/planned-price.ts';
import { ProductInput } from '#shared/catalogue/product-input.ts';
import { Id } from '#shared/input-fields.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import type { Lang } from '#shared/languages.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import { type FileKeys, registerFileKeysAndFindIssues } from './file-keys.ts';
import type { CheckedRecord, ImportedFields, ImportedFileProduct, ProductFileIssue } from './imported-file-product.ts';
import { mergeRecord } from './merge-record.ts';
import { findUnknownAttributeAndImageIssues } from './reference-issues.ts';
import { findUnknownIdIssuesByRecord } from './unknown-ids.ts';

/** Placeholder for the id that the import assigns to a new product. */
const placeholderId = 1;
/** First placeholder of new variants, each of which needs another id, because the schema refuses repeated ones. */
const firstVariantPlaceholderId = 1_000_000_001;

export interface CheckRecordsOptions {
  keys: FileKeys;
  lang: Lang;
  /** True if the import keeps the ids of the file, because the site has never had a product. */
  keepsIds: boolean;
}

interface CheckResult {
  checked: CheckedRecord | null;
  issues: ProductFileIssue[];
}

/** Merges a batch of records with the stored products and validates the result. */
export async function checkRecords(
  tx: SiteTx,
  resource: Resource,
  records: readonly ImportedFileProduct[],
  { keys, lang, keepsIds }: CheckRecordsOptions,
): Promise<{ checked: CheckedRecord[]; issues: ProductFileIssue[] }> {
  const unknownIds = await findUnknownIdIssuesByRecord(tx, records, keepsIds);
  const known = records.filter((record) => !unknownIds.has(record));
  const ids = known.flatMap(({ fields }) => Id.safeParse(fields.id).data ?? []);
  const stored = new Map((await readItems(tx, resource, ids)).map((each) => [each.key, each]));
  const yieldToEventLoop = createEventLoopYield();
  const results: CheckResult[] = [];
  for (const record of known) {
    results.push(checkRecord(record, stored.get(record.fields.id as number) ?? null, lang));
    await yieldToEventLoop();
  }
  const checked = results.flatMap((result) => result.checked ?? []);
  const keyIssues = [
    ...[...unknownIds.values()].flat(),
    ...(await registerFileKeysAndFindIssues(tx, checked, keys)),
    ...(await findUnknownAttributeAndImageIssues(tx, checked)),
  ];
  const issues = results.flatMap((result) => result.issues);
  for (const each of keyIssues.map(({ line, column, text, value }) => ({
    line,
    column,
    message: translate(lang, text, { field: column, value }),
  })))
    issues.push(each);
  return { checked, issues };
}

function checkRecord(record: ImportedFileProduct, current: StoredItem | null, lang: Lang): CheckResult {
  const stored = current?.item ?? null;
  const { input, variantLines } = mergeRecord(stored, record);
  const newVariants = new Set<number>();
  const variants = (input.variants as ImportedFields[]).map((variant, index) => {
    if (variant.id === undefined) newVariants.add(index);
    return variant.id === undefined ? { ...variant, id: firstVariantPlaceholderId + index } : variant;
  });
  const candidate = { ...input, id: input.id ?? placeholderId, variants };
  const parsed = ProductInput.safeParse(candidate);
  const distant = parsed.success ? findPlannedPriceTooFarAheadIssues(parsed.data.variants, new Date()) : [];
  if (parsed.success && distant.length === 0) {
    const before = stored && readStoredInput(stored);
    const isChanged = !isDeepStrictEqual(parsed.data, before);
    const changes = { isNew: !stored, stored, before, revision: current?.revision ?? 0, isChanged };
    return { checked: { record, input: parsed.data, ...changes, newVariants, variantLines }, issues: [] };
  }
  const found = parsed.error?.issues ?? distant.map(toSchemaIssue);
  const errors = describeValidationIssues(found as readonly z.core.$ZodIssue[], candidate, lang);
  const issues = Object.entries(errors).map(([path, message]) => ({ ...locate(path, record, variantLines), message }));
  return { checked: null, issues };
}

/** Converts a stored product to an input. A product that the current schema would refuse is returned unchanged. */
const readStoredInput = (stored: ImportedFields): ProductInput =>
  ProductInput.safeParse(stored).data ?? (stored as unknown as ProductInput);

/** Finds the line and the column of a field: `variants.2.price` is the column `variant.price` of the third variant. */
function locate(path: string, record: ImportedFileProduct, variantLines: readonly (number | null)[]) {
  const [, index, field] = /^variants\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (index === undefined || field === undefined) return { line: record.line, column: path };
  return { line: variantLines[Number(index)] ?? record.line, column: `variant.${field}` };
}
