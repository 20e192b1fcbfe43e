import type pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { assertNoNewerMigration, assertSchemaComplete } from './check-schema.ts';

/**
 * Interval between two checks in milliseconds, because reading the database's catalogue is too expensive for every
 * readiness probe.
 */
const checkIntervalMs = 60_000;

/**
 * Creates a check of the database schema against this version of the code. The schema is read again after a minute,
 * because a newer version or an operator may change it while the server runs.
 * @returns A function that resolves to a description of the difference; empty if there is none.
 */
export function createSchemaDriftFinder(pool: pg.Pool, now = Date.now): () => Promise<string> {
  let drift = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - checkedAt < checkIntervalMs) return drift;
    drift = await findSchemaDrift(pool);
    checkedAt = now();
    return drift;
  };
}

/**
 * Describes the difference between the schema and this version; empty if there is none.
 * @throws the error of a query that failed
 */
async function findSchemaDrift(pool: pg.Pool): Promise<string> {
  try {
    await assertNoNewerMigration(pool);
    await assertSchemaComplete(pool);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
