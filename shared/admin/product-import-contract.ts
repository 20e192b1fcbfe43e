import { z } from 'zod';
import { defineContract } from '#shared/endpoint.ts';
import { FileDownload } from '#shared/file-download.ts';

/** Limits of an imported file. */
export const productImportLimits = { bytes: 12 * 2 ** 20, lines: 60_000, reportedIssues: 50 } as const;

export const productImportContract = defineContract({
  'POST /admin/product/import': {
    summary:
      'Creates and changes products from a CSV or JSON file, all or none. With `dryRun=true` nothing is saved. Errors name line and column, such as `49999.price`',
    access: 'staff',
    isForm: true,
    query: z.strictObject({ dryRun: z.enum(['true', 'false']) }),
    data: z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }),
    refusals: { invalid_file: 422, unreadable_file: 422, file_too_large: 413 },
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
