import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Recent attempts, for all replicas together, in the format of rate-limiter-flexible. It is not a table of a site:
 * `cuvee_app` has no access, and every key begins with the id of the site that it counts for, or 0 for all sites.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
