import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { siteVersionSql } from './notify-site-changed.ts';

/** Maximum size of all held values in bytes, estimated from their JSON. */
const maxHeldBytes = 32 * 1_024 * 1_024;

interface HeldValue {
  version: string;
  value: object;
  bytes: number;
}

const held = new LRUCache<string, HeldValue>({ maxSize: maxHeldBytes, sizeCalculation: ({ bytes }) => bytes });

const versionsOf = preparedRead<{ version: string }[], { id: number }>((db) =>
  // A process may use several databases whose versions are the same, because they are copies.
  db
    .select({ version: sql<string>`${siteVersionSql} || current_database()` })
    .from(sites)
    .where(eq(sites.id, sql.placeholder('id'))),
);

/** Reads the version of the site's data, which changes with every change of the site. */
export async function readSiteVersion(tx: SiteTx): Promise<string> {
  const [row] = await versionsOf(tx, { id: tx.siteId });
  return row?.version ?? '';
}

const versions = new WeakMap<SiteTx, Promise<string>>();

/**
 * Makes the held reads of a transaction use the values that this process holds of the site's present version. Only a
 * transaction that changes none of these values may use them, because what it reads is held for others. The version is
 * read in the transaction itself, so that no notification can be missed.
 */
export function allowHeldReads(tx: SiteTx): void {
  if (versions.has(tx)) return;
  const version = readSiteVersion(tx);
  // The held reads report the failure.
  version.catch(() => {});
  versions.set(tx, version);
}

export const allowsHeldReads = (tx: SiteTx): boolean => versions.has(tx);

/**
 * Creates a read of values of a site that rarely change and whose changes all raise the site's generation
 * (`notifySiteChanged`). In a transaction with `allowHeldReads` the value is the one that this process holds, frozen.
 * @param name Distinguishes the read from all others.
 */
export function heldRead<T extends object>(name: string, read: (tx: SiteTx) => Promise<T>): (tx: SiteTx) => Promise<T> {
  return async (tx) => {
    const reading = versions.get(tx);
    if (!reading) return read(tx);
    const version = await reading;
    const key = `${tx.siteId} ${name}`;
    const known = held.get(key);
    if (known?.version === version) return known.value as T;
    const value = freeze(await read(tx));
    held.set(key, { version, value, bytes: estimateBytes(value) });
    return value;
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of value instanceof Map ? value.values() : Object.values(value)) freeze(each);
  return Object.freeze(value);
}

const estimateBytes = (value: object): number =>
  2 * JSON.stringify(value instanceof Map ? [...value] : value).length + 1_000;
