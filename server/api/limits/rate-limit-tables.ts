import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How often something was tried lately, for all replicas together; its form is the limiter's own. Not a table of a
 * site: `cuvee_app` may not touch it, and every key begins with the site that it counts for.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
