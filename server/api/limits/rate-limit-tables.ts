import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Recent attempts, shared by all replicas, in the format of rate-limiter-flexible. The table belongs to no site and
 * `cuvee_app` has no access to it. Every key begins with the id of the site, or with 0 for a limit over all sites.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
