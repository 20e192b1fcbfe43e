import { integer, text } from 'drizzle-orm/pg-core';
import { jsonb, now, siteTable } from '#server/api/database/sites-table.ts';

/** Calls of staff with an Idempotency-Key, with their results. */
export const idempotentStaffRequests = siteTable('staff_requests', ['userId', 'key'], {
  /** The member of staff to whom the key belongs. The account may have been deleted since. */
  userId: integer().notNull(),
  key: text().notNull(),
  /** The name of the call, which decides the shape of `result`; empty for calls of versions that did not store it. */
  callName: text().notNull().default(''),
  /** SHA-256 of the call's name, its input and the hash of an uploaded file, in hexadecimal. */
  inputHash: text().notNull(),
  /** The value that the change returned, without personal data; null until the change is made. */
  result: jsonb().$type<unknown>(),
  createdAt: now(),
});
