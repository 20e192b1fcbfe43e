import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a JSON value in hexadecimal. The order of the keys of objects does not matter. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, inner) => (isRecord(inner) ? toSortedRecord(inner) : inner)))
    .digest('hex');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toSortedRecord = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
