import type pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { assertMigrationsSupported, assertSchemaComplete } from './check-schema.ts';

/** The PostgreSQL NOTIFY channel on which each migration of the schema is announced. It has no payload. */
export const schemaChangesChannel = 'cuvee_schema';

/**
 * Interval between two checks in milliseconds, because reading the database's catalogue is too expensive for every
 * readiness probe.
 */
const checkIntervalMs = 60_000;

interface SchemaCheck {
  /** Resolves to a description of the difference between the schema and this version; empty if there is none. */
  findDrift(): Promise<string>;
  /** Makes the next call read the schema again, because it may have changed. */
  expire(): void;
}

/**
 * Creates a check of the database schema against this version of the code. The schema is read again after a minute,
 * because an operator may change it while the server runs.
 */
export function createSchemaCheck(pool: pg.Pool, now = Date.now): SchemaCheck {
  let drift = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    async findDrift() {
      if (now() - checkedAt < checkIntervalMs) return drift;
      // The time is set first, so that a change during the check makes the next call check again.
      checkedAt = now();
      try {
        drift = await readDrift(pool);
      } catch (error) {
        checkedAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
      return drift;
    },
    expire() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * Describes the difference between the schema and this version; empty if there is none.
 * @throws the error of a query that failed
 */
async function readDrift(pool: pg.Pool): Promise<string> {
  try {
    await assertMigrationsSupported(pool);
    await assertSchemaComplete(pool);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

/** PostgreSQL's codes for a column and a table that do not exist. */
const mismatchCodes = ['42703', '42P01'];

export function isSchemaMismatch(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && mismatchCodes.includes(String(at.code))) return true;
  return false;
}
