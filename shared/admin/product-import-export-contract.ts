import { z } from 'zod';
import { defineContract, idempotencyRefusals } from '#shared/endpoint.ts';
import { FileDownload } from '#shared/file-download.ts';

/** Limits of an imported file, and of the lists that a response contains. `valueLength` is a number of characters. */
export const productImportLimits = {
  bytes: 12 * 2 ** 20,
  lines: 60_000,
  reportedIssues: 50,
  reportedChanges: 500,
  valueLength: 120,
} as const;

/** A change that an import makes: a new product, a new variant, or a new value of one field. */
const ProductImportChange = z.object({
  /** The line of the file, from 1. */
  line: z.int(),
  product: z.string(),
  /** The variant; null for a change of the product itself. */
  variant: z.string().nullable(),
  /** The column of the file; null if the product or the variant is new. */
  field: z.string().nullable(),
  /** The values as a file contains them. A long value is shortened to an excerpt that begins near the difference. */
  before: z.string(),
  after: z.string(),
});
export type ProductImportChange = z.infer<typeof ProductImportChange>;

const ProductImportCounts = z.object({ created: z.int(), updated: z.int(), unchanged: z.int() });

/** The result of a dry run, which a member of staff confirms. */
const ProductImportCheck = ProductImportCounts.extend({
  /**
   * Identifies the file and the revisions of the products that it changes. The call that runs the import must send this
   * digest.
   */
  digest: z.string(),
  /** The first changes, at most `productImportLimits.reportedChanges`. */
  changes: z.array(ProductImportChange),
  changeCount: z.int(),
  /**
   * The first number with a group of three digits after its only mark, such as `1,250`, which the separator of the file
   * makes a fraction; absent if the file has none.
   */
  assumedNumber: z.object({ line: z.int(), column: z.string(), cell: z.string(), value: z.number() }).optional(),
});
export type ProductImportCheck = z.infer<typeof ProductImportCheck>;

export const productImportExportContract = defineContract({
  'POST /admin/product/import': {
    summary:
      'Creates and changes products from a CSV or JSON file, all or none. With `dryRun=true` nothing is saved, and the response lists the changes. The import must name the `digest` of that response; if a product that it changes was changed since, it is refused with the changes that it would make now. Errors name line and column, such as `49999.variant.price`; those of the header are on line 1',
    access: 'staff',
    isForm: true,
    isIdempotent: true,
    query: z.strictObject({ dryRun: z.enum(['true', 'false']), digest: z.string().max(100).optional() }),
    data: z.union([ProductImportCheck, ProductImportCounts]),
    refusals: {
      invalid_file: 422,
      unreadable_file: 422,
      file_too_large: 413,
      stale_import: 409,
      ...idempotencyRefusals,
    },
  },
  'GET /admin/product/export/csv': {
    summary: 'All products as CSV, one line a variant, in the form that the import accepts',
    access: 'staff',
    fileType: 'text/csv; charset=utf-8',
    data: FileDownload,
  },
  'GET /admin/product/export/json': {
    summary: 'All products as JSON, in the form that the import accepts',
    access: 'staff',
    fileType: 'application/json; charset=utf-8',
    data: FileDownload,
  },
});
