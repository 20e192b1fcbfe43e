import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/**
 * Maximum number of statements that a connection has prepared. PostgreSQL keeps the plan of each of them. The least
 * recently used one makes room for another.
 */
export const maxPreparedPerConnection = 200;
/** Maximum length in characters of a prepared statement. Longer ones insert many rows and are rarely repeated. */
const maxPreparedLength = 20_000;

const namesByConnection = new WeakMap<pg.Connection, LRUCache<string, string>>();
/** Texts that were sent once, each by itself, so that all connections share one copy. Only what is sent again is prepared. */
const sentOnce = new LRUCache<string, string>({ max: 2_000 });
let preparedCount = 0;

/**
 * Returns the name under which a connection keeps the plan of a statement; none for the first time. The statement must
 * then be sent on this connection.
 */
export function nameOf({ connection }: pg.PoolClient, text: string): { name?: string } {
  if (text.length > maxPreparedLength) return {};
  const names = namesByConnection.get(connection) ?? createNames(connection);
  const known = names.get(text);
  if (known) return { name: known };
  const sharedText = sentOnce.get(text);
  if (sharedText === undefined) {
    sentOnce.set(text, text);
    return {};
  }
  preparedCount++;
  // A name is never used for another statement, not even after the statement was closed.
  const name = `s${preparedCount}`;
  names.set(sharedText, name);
  return { name };
}

function createNames(connection: pg.Connection): LRUCache<string, string> {
  const names = new LRUCache<string, string>({
    max: maxPreparedPerConnection,
    dispose: (name) => {
      // PostgreSQL closes the statement after the statements that were sent before, also in a failed transaction.
      const { parsedStatements } = connection as unknown as { parsedStatements: Record<string, string> };
      delete parsedStatements[name];
      (connection as unknown as { close(target: { type: 'S'; name: string }): void }).close({ type: 'S', name });
    },
  });
  namesByConnection.set(connection, names);
  return names;
}
