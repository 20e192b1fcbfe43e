import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { createLimiter } from '#server/http/limiter.ts';
import { toMultipartError } from '#server/http/malformed-multipart-error.ts';
import { productImportContract, productImportLimits } from '#shared/admin/product-import-contract.ts';
import { refuse } from '#shared/outcome.ts';
import { exportProductsAsCsv, exportProductsAsJson } from './export-products.ts';
import { importProducts } from './import-products.ts';

export interface ProductImportDependencies extends ContractRouteDependencies {
  /** The resource of products. */
  resource: Resource;
}

/** Files are held in memory during the import, so only one is imported at a time. */
const importLimits = { concurrency: 1, maxQueue: 4 };

/** Registers the calls with which staff imports and exports products. */
export async function productImportRoutes(
  app: FastifyInstance,
  { resource, ...dependencies }: ProductImportDependencies,
): Promise<void> {
  // The plugin parses bodies of this scope only.
  await app.register(multipart, { throwFileSizeLimit: false });
  const route = createContractRouter(app, 'admin', productImportContract, dependencies);
  const runInTurn = createLimiter(importLimits);
  const { db } = dependencies;

  route('POST /admin/product/import', ({ query, site, lang, user, request }) =>
    runInTurn(async () => {
      const file = await readUploadedFile(request);
      if (file === 'too large') return refuse('file_too_large', { values: { lines: productImportLimits.lines } });
      if (!file) return refuse('unreadable_file', { values: { line: 1 } });
      const options = { file, isDryRun: query.dryRun === 'true', lang, userId: user.id };
      return withSiteTransactionOrRollback(db, site.id, (tx) => importProducts(tx, resource, options));
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

/** Reads the first file of a form. @returns Null if the form has none. */
async function readUploadedFile(request: FastifyRequest): Promise<Buffer | 'too large' | null> {
  if (!request.isMultipart()) return null;
  try {
    const part = await request.file({ limits: { fileSize: productImportLimits.bytes, files: 1, fields: 5 } });
    if (!part) return null;
    const content = await part.toBuffer();
    return part.file.truncated ? 'too large' : content;
  } catch (error) {
    throw toMultipartError(error);
  }
}
