import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { and, asc, gt, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { readVariantQuantitiesOfProducts } from '#server/api/catalogue/product-repository.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { type Resource, readItems } from '#server/api/resources/resource.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { toMultipartError } from '#server/http/malformed-multipart-error.ts';
import { productImportExportContract, productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { csvByteOrderMark, formatCsvRow, getCsvDecimalMark, getCsvSeparatorForLocale } from '#shared/format-csv-row.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { refuse } from '#shared/outcome.ts';
import { checkProductFile, importProducts } from './import-products.ts';
import type { ImportedFields } from './imported-file-product.ts';
import { formatProductCell, productColumns, variantColumns, variantPrefix } from './product-columns.ts';

interface ProductImportDependencies extends ContractRouteDependencies {
  resource: Resource;
}

/** Files are held in memory during the import, so only one is imported at a time. */
const importLimits = { concurrency: 1, maxQueue: 4 };

const batchSize = 100;

interface ExportOptions {
  siteId: number;
  resource: Resource;
}

/**
 * Reads the products that are not archived, with their stock, in batches, so that memory use does not grow with their
 * number.
 */
async function* readProductBatches(db: Db, { siteId, resource }: ExportOptions): AsyncGenerator<ImportedFields[]> {
  let afterId = 0;
  while (true) {
    const batch = await withSiteTransaction(db, siteId, (tx) => readBatch(tx, resource, afterId));
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    afterId = Number(batch.at(-1)?.id);
  }
}

type ProductFields = ImportedFields & { recommended: number[]; variants: { id: number }[] };

/** Finds which of the products are not archived. */
async function findSoldProducts(tx: SiteTx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const isSold = and(inArray(products.id, [...new Set(ids)]), isNull(products.archivedAt));
  const rows = await tx.select({ id: products.id }).from(products).where(isSold);
  return new Set(rows.map(({ id }) => id));
}

async function readBatch(tx: SiteTx, resource: Resource, afterId: number): Promise<ImportedFields[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(gt(products.id, afterId), isNull(products.archivedAt)))
    .orderBy(asc(products.id))
    .limit(batchSize);
  const ids = rows.map(({ id }) => id);
  const quantities = await readVariantQuantitiesOfProducts(tx, ids);
  const items = (await readItems(tx, resource, ids)).map(({ item }) => item as ProductFields);
  const sold = await findSoldProducts(
    tx,
    items.flatMap(({ recommended }) => recommended),
  );
  return items.map((item) => ({
    ...item,
    // References to archived products are left out, because the file does not contain these products.
    recommended: item.recommended.filter((id) => sold.has(id)),
    variants: item.variants.map((variant) => ({
      ...variant,
      quantity: quantities.get(variant.id) ?? 0,
    })),
  }));
}

/** Exports the products as CSV with one row per variant, in the number format of the caller's spreadsheet program. */
async function* exportProductsAsCsv(db: Db, options: ExportOptions, lang: Lang): AsyncGenerator<string> {
  const separator = getCsvSeparatorForLocale(getLocale(lang));
  const format = (cells: readonly string[]) => formatCsvRow(cells, separator);
  const decimalMark = getCsvDecimalMark(getLocale(lang));
  const names = [...productColumns.map(({ name }) => name), ...variantColumns.map(({ name }) => variantPrefix + name)];
  yield csvByteOrderMark + format(names);
  for await (const batch of readProductBatches(db, options)) {
    const rows = batch.flatMap((product) => {
      const productCells = productColumns.map((column) => formatProductCell(column, product, decimalMark));
      const keyCells = productColumns.map(({ name }, index) => (name === 'id' ? (productCells[index] ?? '') : ''));
      return (product.variants as ImportedFields[]).map((variant, index) =>
        format([
          ...(index === 0 ? productCells : keyCells),
          ...variantColumns.map((column) => formatProductCell(column, variant, decimalMark)),
        ]),
      );
    });
    yield rows.join('');
  }
}

/** Exports the products as a JSON array with one line per product. */
async function* exportProductsAsJson(db: Db, options: ExportOptions): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of readProductBatches(db, options)) {
    yield separator + batch.map((product) => JSON.stringify(product)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

export async function productImportRoutes(
  app: FastifyInstance,
  { resource, ...dependencies }: ProductImportDependencies,
): Promise<void> {
  // The plugin parses bodies of this scope only.
  await app.register(multipart, { throwFileSizeLimit: false });
  const route = createContractRouter(app, 'admin', productImportExportContract, dependencies);
  const runInTurn = createConcurrencyLimiter(importLimits);
  const { db } = dependencies;

  route('POST /admin/product/import', ({ query, site, lang, pickLanguage, user, request, runIdempotentChange }) =>
    runInTurn(async () => {
      const file = await readUploadedFile(request);
      if (file === 'too large') return refuse('file_too_large', { values: { lines: productImportLimits.lines } });
      if (!file) return refuse('unreadable_file', { values: { line: 1 } });
      const decimalMark = getCsvDecimalMark(getLocale(lang));
      const options = { file, lang, format: { pickLanguage, decimalMark } };
      // The response of a dry run is not stored: the call can be repeated, and its list of changes is long.
      if (query.dryRun === 'true')
        return withSiteTransactionOrRollback(db, site.id, (tx) => checkProductFile(tx, resource, options));
      const confirmed = { ...options, digest: query.digest ?? null, userId: user.id };
      const fileHash = createHash('sha256').update(file).digest('hex');
      return runIdempotentChange({ run: (tx) => importProducts(tx, resource, confirmed), fileHash });
    }),
  );
  route('GET /admin/product/export/csv', ({ site, lang }) => ({
    fileName: 'products.csv',
    content: exportProductsAsCsv(db, { siteId: site.id, resource }, lang),
  }));
  route('GET /admin/product/export/json', ({ site }) => ({
    fileName: 'products.json',
    content: exportProductsAsJson(db, { siteId: site.id, resource }),
  }));
}

/** Reads the first file of a multipart form; null if the form has none. */
async function readUploadedFile(request: FastifyRequest): Promise<Buffer | 'too large' | null> {
  if (!request.isMultipart()) return null;
  try {
    const part = await request.file({ limits: { fileSize: productImportLimits.bytes, files: 1, fields: 5 } });
    if (!part) return null;
    assertStorableText(part.fieldname, part.filename);
    const content = await part.toBuffer();
    return part.file.truncated ? 'too large' : content;
  } catch (error) {
    throw toMultipartError(error);
  }
}
