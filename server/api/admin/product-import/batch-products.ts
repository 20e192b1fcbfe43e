import { productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import { type ImportedFileProduct, TooManyFileRowsError } from './imported-file-product.ts';

/** Maximum number of products that are checked or saved together. */
const batchSize = 100;
/** Number of variants at which a batch ends, even if it has fewer than `batchSize` products. */
const batchVariants = 1_000;

/**
 * Divides the products of a file into batches.
 * @throws TooManyFileRowsError if they have too many variants in all. A product without variants counts as one.
 */
export async function* batchProducts(records: Iterable<ImportedFileProduct>): AsyncGenerator<ImportedFileProduct[]> {
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
