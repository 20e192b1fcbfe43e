import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { recordStaffChanges } from '#server/api/audit/record-staff-change.ts';
import { products, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { recordPriceHistory } from '#server/api/catalogue/price-changes.ts';
import { insertCheckedProducts } from '#server/api/catalogue/save-product.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import { allocateIds, reserveIdsUpTo } from '#server/api/database/ids.ts';
import { lockSiteForImport } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SaveOutcome } from '#server/api/database/table-rows.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import {
  type ProductImportChange,
  type ProductImportCheck,
  productImportLimits,
} from '#shared/admin/product-import-export-contract.ts';
import { maxVariants, type ProductInput } from '#shared/catalogue/product-input.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { type CheckRecordsOptions, checkRecords, translateFileIssue } from './check-records.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { FileKeys } from './file-keys.ts';
import {
  type AssumedNumber,
  type CheckedRecord,
  type ImportedFileProduct,
  type ProductFileIssue,
  TooManyFileRowsError,
  TooManyVariantsError,
  UnreadableProductFileError,
} from './imported-file-product.ts';
import { formatProductCell, productColumns, variantColumns, variantPrefix } from './product-columns.ts';
import {
  findArchivedContentIssues,
  findRelationIssues,
  type ProductRelations,
  saveRelations,
} from './product-relations.ts';
import { type CsvHeader, type ProductFile, readProductFile } from './read-product-file.ts';

interface ProductChangeFormat {
  pickLanguage: PickLocalizedText;
  decimalMark: '.' | ',';
}

/** Checks whether the site has never had a product, so that an import can keep the ids of its file. */
async function hasNeverHadProducts(tx: SiteTx): Promise<boolean> {
  const { rows } = await tx.execute<{ isUsed: boolean }>(sql`
    select exists (select from ${products}) or exists (select from ${variants})
      or exists (select from id_counters where kind in ('products', 'variants') and last_id > 0) as "isUsed"`);
  return rows[0]?.isUsed === false;
}

/** Lists what the import changes in a product: one change for each column, or one for a new product or variant. */
function listProductChanges(checked: CheckedRecord, format: ProductChangeFormat): ProductImportChange[] {
  const { record, input, before, newVariants, variantLines } = checked;
  const product = excerpt(format.pickLanguage(input.name), 0);
  const ofProduct = { line: record.line, product, variant: null };
  if (!before) return [{ ...ofProduct, field: null, before: '', after: '' }];
  const variantsBefore = new Map(before.variants.map((variant) => [variant.id, variant]));
  return [
    ...listCells(productColumns, before, input, format).map((cell) => ({ ...ofProduct, ...cell })),
    ...input.variants.flatMap((variant, index): ProductImportChange[] => {
      const line = variantLines[index] ?? record.line;
      const ofVariant = { line, product, variant: excerpt(describeVariant(variant), 0) };
      if (newVariants.has(index) || !variantsBefore.has(variant.id))
        return [{ ...ofVariant, field: null, before: '', after: '' }];
      const cells = listCells(variantColumns, variantsBefore.get(variant.id), variant, format);
      return cells.map((cell) => ({ ...ofVariant, ...cell, field: variantPrefix + cell.field }));
    }),
  ];
}

const describeVariant = ({ reference, year }: ProductInput['variants'][number]): string =>
  [reference, year].filter((part) => part !== null && part !== '').join(', ');

/** Lists the columns in which two versions of a product or variant differ. */
function listCells(
  columns: typeof productColumns,
  before: unknown,
  after: unknown,
  { decimalMark }: ProductChangeFormat,
): { field: string; before: string; after: string }[] {
  return columns.flatMap((column) => {
    const [current, next] = [before, after].map((fields) => formatProductCell(column, fields, decimalMark)) as [
      string,
      string,
    ];
    if (current === next) return [];
    const start = findExcerptStart(current, next);
    return [{ field: column.name, before: excerpt(current, start), after: excerpt(next, start) }];
  });
}

/** Number of characters that an excerpt shows before the first difference. */
const contextLength = 20;

/** Finds where the excerpts of two values begin, so that they contain the first difference. */
function findExcerptStart(current: string, next: string): number {
  if (Math.max(current.length, next.length) <= productImportLimits.valueLength) return 0;
  let same = 0;
  while (same < current.length && current[same] === next[same]) same++;
  return Math.max(0, same - contextLength);
}

function excerpt(text: string, start: number): string {
  const end = start + productImportLimits.valueLength;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

const createFileKeys = (): FileKeys => ({
  products: new Set(),
  slugs: new Set(),
  variants: new Set(),
  bottles: new Set(),
  archivedVariants: new Map(),
  missingColumns: new Set(),
});

interface FileOptions {
  file: Buffer;
  lang: Lang;
  format: ProductChangeFormat;
}

interface ImportOptions extends FileOptions {
  /** The digest of the dry run that staff have confirmed; null if the caller names none. */
  digest: string | null;
  userId: number;
}

type ImportedCounts = Pick<ProductImportCheck, 'created' | 'updated' | 'unchanged'>;
type FileRefusal = 'invalid_file' | 'unreadable_file' | 'file_too_large';

export async function checkProductFile(
  tx: SiteTx,
  resource: Resource,
  options: FileOptions,
): Promise<Outcome<ProductImportCheck, FileRefusal>> {
  const checked = await runCheck(tx, resource, options);
  return checked.ok ? ok(checked.value.preview) : checked;
}

/**
 * Imports the products of a CSV or JSON file. The whole file is checked before anything is saved, and nothing is saved
 * if the import would make other changes than those of the dry run. After a refusal the transaction must be rolled
 * back.
 */
export async function importProducts(
  tx: SiteTx,
  resource: Resource,
  options: ImportOptions,
): Promise<Outcome<ImportedCounts, FileRefusal | 'stale_import'>> {
  const checked = await runCheck(tx, resource, options);
  if (!checked.ok) return checked;
  const { preview, check } = checked.value;
  if (preview.digest !== options.digest) return { ...refuse('stale_import'), current: preview };
  const { created, updated, unchanged } = preview;
  if (created + updated > 0) {
    if (check.keepsIds) await reserveFileIds(tx, check);
    const saved = await saveFile(tx, resource, options, { ...check, keys: createFileKeys() });
    if (!saved) return refuse('invalid_file', { errors: {} });
  }
  return ok({ created, updated, unchanged });
}

/** Checks the file under a lock that excludes edits of the site until the transaction ends. */
async function runCheck(
  tx: SiteTx,
  resource: Resource,
  options: FileOptions,
): Promise<Outcome<{ preview: ProductImportCheck; check: CheckRecordsOptions }, FileRefusal>> {
  await lockSiteForImport(tx);
  const { lang } = options;
  const keepsIds = await hasNeverHadProducts(tx);
  try {
    const file = readProductFile(options.file);
    const check = { keys: createFileKeys(), lang, keepsIds, columns: file.header?.columns ?? null };
    const headerIssues = findHeaderIssues(file.header, lang);
    // Without a column of ids or slugs, no row says which product it describes.
    if (file.header?.hasKeyColumn === false) return refuse('invalid_file', { errors: toErrors(headerIssues) });
    const { preview, issues } = await checkFile(tx, resource, options, { check, file, headerIssues });
    return issues.length > 0 ? refuse('invalid_file', { errors: toErrors(issues) }) : ok({ preview, check });
  } catch (error) {
    return toRefusal(error, lang);
  }
}

/**
 * Converts an error of reading the file to a refusal.
 * @throws any other error unchanged
 */
function toRefusal(error: unknown, lang: Lang): RefusedOutcome<FileRefusal> {
  if (error instanceof TooManyFileRowsError)
    return refuse('file_too_large', { values: { lines: productImportLimits.lines } });
  if (error instanceof UnreadableProductFileError) return refuse('unreadable_file', { values: { line: error.line } });
  if (!(error instanceof TooManyVariantsError)) throw error;
  const message = translate(lang, 'field.many', { field: 'variants', limit: maxVariants });
  return refuse('invalid_file', { errors: toErrors([{ line: error.line, column: 'variants', message }]) });
}

const toErrors = (issues: readonly ProductFileIssue[]): Record<string, string> =>
  Object.fromEntries(issues.map(({ line, column, message }) => [`${line}.${column}`, message]));

interface OpenedFile {
  check: CheckRecordsOptions;
  file: ProductFile;
  headerIssues: readonly ProductFileIssue[];
}

/** Maximum number of products that are checked or saved together. */
const batchSize = 100;
/** Number of variants at which a batch ends, even if it has fewer than `batchSize` products. */
const batchVariants = 1_000;

/**
 * Divides the products of a file into batches.
 * @throws TooManyFileRowsError if they have too many variants in all. A product without variants counts as one.
 */
async function* batchProducts(records: Iterable<ImportedFileProduct>): AsyncGenerator<ImportedFileProduct[]> {
  const yieldToEventLoop = createEventLoopYield();
  let batch: ImportedFileProduct[] = [];
  let batchRows = 0;
  let rows = 0;
  for (const record of records) {
    await yieldToEventLoop();
    batch.push(record);
    const recordRows = Math.max(1, record.variants.length);
    batchRows += recordRows;
    rows += recordRows;
    if (rows > productImportLimits.lines) throw new TooManyFileRowsError();
    if (batch.length < batchSize && batchRows < batchVariants) continue;
    yield batch;
    batch = [];
    batchRows = 0;
  }
  if (batch.length > 0) yield batch;
}

interface ImportPreview {
  /**
   * Adds a checked product in the order of the file. A product that the import leaves unchanged does not appear in the
   * preview.
   */
  add: (checked: CheckedRecord) => void;
  /** Returns the preview of all added products. It can be called once. */
  finish: () => Pick<ProductImportCheck, 'digest' | 'changes' | 'changeCount'>;
}

/**
 * Collects the changes that an import makes. The digest covers the file, and the id, revision and content of each
 * product that the import changes. The revision alone would not suffice, because some changes, such as a planned price
 * that takes effect, do not raise the revision.
 */
function createImportPreviewCollector(file: Buffer, format: ProductChangeFormat): ImportPreview {
  const hash = createHash('sha256').update(file);
  const changes: ProductImportCheck['changes'] = [];
  let changeCount = 0;
  return {
    add: (checked) => {
      if (!checked.isChanged) return;
      hash.update(JSON.stringify([checked.input.id, checked.revision, checked.stored]));
      const found = listProductChanges(checked, format);
      changeCount += found.length;
      for (const each of found.slice(0, productImportLimits.reportedChanges - changes.length)) changes.push(each);
    },
    finish: () => ({ digest: hash.digest('hex'), changes, changeCount }),
  };
}

async function checkFile(
  tx: SiteTx,
  resource: Resource,
  options: FileOptions,
  { check, file, headerIssues }: OpenedFile,
) {
  const { keys, lang } = check;
  const changes = createImportPreviewCollector(options.file, options.format);
  const yieldToEventLoop = createEventLoopYield();
  const counts: ImportedCounts = { created: 0, updated: 0, unchanged: 0 };
  const relations: ProductRelations[] = [];
  const issues = [...headerIssues];
  for await (const batch of batchProducts(file.records)) {
    if (issues.length >= productImportLimits.reportedIssues) break;
    const result = await checkRecords(tx, resource, batch, check);
    for (const each of result.issues) issues.push(each);
    for (const each of result.checked) {
      counts[each.isNew ? 'created' : each.isChanged ? 'updated' : 'unchanged']++;
      changes.add(each);
      await yieldToEventLoop();
      const productRelations = toProductRelations(each);
      if (hasRelations(productRelations)) relations.push(productRelations);
    }
  }
  const { hasOtherMark, assumed } = file.numbers;
  if (hasOtherMark) for (const number of assumed) issues.push(toAmbiguousIssue(number, lang));
  const [assumedNumber] = assumed;
  const preview = { ...counts, ...changes.finish(), ...(assumedNumber && { assumedNumber: toExample(assumedNumber) }) };
  if (issues.length > 0) return { preview, issues: issues.slice(0, productImportLimits.reportedIssues) };
  const found = [...(await findRelationIssues(tx, relations, keys)), ...(await findArchivedContentIssues(tx, keys))];
  for (const issue of found) issues.push(translateFileIssue(issue, lang));
  return { preview, issues: issues.slice(0, productImportLimits.reportedIssues) };
}

/** Describes what is wrong with the header of a CSV file, each column once. */
function findHeaderIssues(header: CsvHeader | null, lang: Lang): ProductFileIssue[] {
  if (!header) return [];
  const toIssue = (column: string, text: 'field.no_key_column' | 'field.repeated_column' | 'field.unknown_column') => ({
    line: 1,
    column,
    message: translate(lang, text, { field: column }),
  });
  return [
    ...(header.hasKeyColumn ? [] : [toIssue('slug', 'field.no_key_column')]),
    ...header.repeatedColumns.map((column) => toIssue(column, 'field.repeated_column')),
    ...header.unknownColumns.map((column) => toIssue(column, 'field.unknown_column')),
  ].slice(0, productImportLimits.reportedIssues);
}

/** Describes a number that the other numbers of the file make ambiguous. */
const toAmbiguousIssue = ({ line, column, cell, alternatives }: AssumedNumber, lang: Lang): ProductFileIssue =>
  translateFileIssue({ line, column, text: 'field.ambiguous_number', value: cell, values: alternatives }, lang);

const toExample = ({ line, column, cell, value }: AssumedNumber) => ({ line, column, cell, value });

const toProductRelations = ({
  record: { line },
  input: { id, recommended, boxContents },
}: CheckedRecord): ProductRelations => ({
  line,
  id,
  recommended,
  boxContents,
});

const hasRelations = ({ recommended, boxContents }: ProductRelations): boolean =>
  recommended.length + boxContents.length > 0;

/**
 * Reserves the ids in the file, so that none of them is assigned to a product or variant of the file that has no id.
 */
async function reserveFileIds(tx: SiteTx, { keys }: CheckRecordsOptions): Promise<void> {
  const max = (ids: Iterable<number>) => Iterator.from(ids).reduce((highest, id) => Math.max(highest, id), 0);
  await reserveIdsUpTo(tx, products, max(keys.products));
  await reserveIdsUpTo(tx, variants, max(keys.variants));
}

/**
 * Saves a batch of checked products, with entries in the audit log. References to other products are left out, because
 * these may come later in the file.
 * @returns The references, which the caller saves after all products.
 */
async function saveRecordsWithoutRelations(
  tx: SiteTx,
  checked: readonly CheckedRecord[],
  userId: number,
): Promise<{ outcome: SaveOutcome<'invalid_input'>; relations: ProductRelations[] }> {
  const changed = checked.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return { outcome: ok(null), relations: [] };
  const inputs = await assignNewIds(tx, changed);
  const outcome = await insertCheckedProducts(
    tx,
    inputs.map((input) => ({ ...input, recommended: [], boxContents: [] })),
  );
  if (!outcome.ok) return { outcome, relations: [] };
  await recordStaffChanges(
    tx,
    inputs.map((input, index) => ({
      userId,
      resource: 'product',
      key: input.id,
      action: changed[index]?.isNew ? 'CREATE' : 'UPDATE',
      before: changed[index]?.stored ?? null,
      after: input,
    })),
  );
  const relations = inputs.flatMap(({ id, recommended, boxContents }) =>
    recommended.length + boxContents.length > 0 ? [{ line: 0, id, recommended, boxContents }] : [],
  );
  return { outcome, relations };
}

async function assignNewIds(tx: SiteTx, checked: readonly CheckedRecord[]): Promise<ProductInput[]> {
  const withoutId = checked.filter(({ record }) => record.fields.id === undefined);
  const productIds = await allocateIds(tx, products, withoutId.length);
  const variantCount = checked.reduce((sum, { newVariants }) => sum + newVariants.size, 0);
  const variantIds = await allocateIds(tx, variants, variantCount);
  return checked.map(({ record, input, newVariants }) => ({
    ...input,
    id: record.fields.id === undefined ? (productIds.shift() ?? input.id) : input.id,
    variants: input.variants.map((variant, index) =>
      newVariants.has(index) ? { ...variant, id: variantIds.shift() ?? variant.id } : variant,
    ),
  }));
}

/** @returns False if the database refused a product for a reason that the check of the file cannot foresee. */
async function saveFile(
  tx: SiteTx,
  resource: Resource,
  { file, userId }: ImportOptions,
  check: CheckRecordsOptions,
): Promise<boolean> {
  const relations: ProductRelations[] = [];
  const { records } = readProductFile(file);
  for await (const batch of batchProducts(records)) {
    const { checked } = await checkRecords(tx, resource, batch, check);
    const saved = await saveRecordsWithoutRelations(tx, checked, userId);
    if (!saved.outcome.ok) return false;
    for (const each of saved.relations) relations.push(each);
  }
  const outcome = await saveRelations(tx, relations);
  if (outcome.ok) await recordPriceHistory(tx);
  return outcome.ok;
}
