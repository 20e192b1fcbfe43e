import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { toMultipartError } from '#server/http/malformed-multipart-error.ts';
import { productImportExportContract, productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { getCsvDecimalMarkForLocale } from '#shared/format-csv-row.ts';
import { getLocale } from '#shared/languages.ts';
import { refuse } from '#shared/outcome.ts';
import { exportProductsAsCsv, exportProductsAsJson } from './export-products.ts';
import { checkProductFile, importProducts } from './import-products.ts';

export interface ProductImportDependencies extends ContractRouteDependencies {
  resource: Resource;
}

/** Files are held in memory during the import, so only one is imported at a time. */
const importLimits = { concurrency: 1, maxQueue: 4 };

/** Registers the calls with which staff import and export products. */
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
      const decimalMark = getCsvDecimalMarkForLocale(getLocale(lang));
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
