import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { toApplicationName } from '#server/api/database/connect.ts';
import { schemaChangesChannel } from '#server/api/database/schema-check.ts';
import { hostingChangesChannel, siteChangesChannel, siteVersionsChannel } from './notify-site-changed.ts';

/**
 * The id of a changed site with its version, which earlier versions of the API do not notify, or with the note that its
 * hosts or languages have changed; or `all` if notifications may have been lost, so that any site may have changed.
 */
export type SiteChange = { site: number; version?: string; isHosting?: true } | 'all';

export interface SiteChangeFeed {
  /** Calls `listener` for each change of a site, and returns a function that ends the subscription. */
  subscribe(listener: (change: SiteChange) => void): () => void;
  /** Calls `listener` when the schema of the database may have changed, and returns a function that ends this. */
  subscribeToSchema(listener: () => void): () => void;
  close(): Promise<void>;
}

interface SiteChangeFeedOptions {
  onError?: (error: Error) => void;
  /**
   * Interval in milliseconds at which the database connection is checked, because a dead connection may raise no error.
   */
  checkIntervalMs?: number;
}

const minPauseMs = 100;
const maxPauseMs = 5_000;

/**
 * Listens for site changes on a separate database connection, and reconnects when that connection is lost.
 * Notifications in between are lost, so listeners get `all` after a reconnect. Resolves once the connection listens.
 */
export async function openSiteChangeFeed(
  connection: pg.ClientConfig,
  options: SiteChangeFeedOptions = {},
): Promise<SiteChangeFeed> {
  const listeners = new Set<(change: SiteChange) => void>();
  const closing = new AbortController();
  const notify = (change: SiteChange) => {
    for (const listener of listeners) listener(change);
  };
  const schemaListeners = new Set<() => void>();
  const notifySchema = () => {
    for (const listener of schemaListeners) listener();
  };

  const listen = () =>
    listenForChanges(connection, { notify, notifySchema }, options.checkIntervalMs ?? 15_000, closing.signal);
  let current = await listen();
  const listening = (async () => {
    for (;;) {
      const error = await current.lost;
      await current.client.end().catch(() => {});
      if (closing.signal.aborted) return;
      options.onError?.(error);
      const next = await retryWithBackoff(listen, closing.signal);
      if (!next) return;
      current = next;
      notify('all');
      notifySchema();
    }
  })();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeToSchema(listener) {
      schemaListeners.add(listener);
      return () => schemaListeners.delete(listener);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

/** @returns the connection, and a promise that resolves when it is lost */
async function listenForChanges(
  connection: pg.ClientConfig,
  { notify, notifySchema }: { notify: (change: SiteChange) => void; notifySchema: () => void },
  checkIntervalMs: number,
  signal: AbortSignal,
) {
  const client = new pg.Client({
    ...connection,
    application_name: toApplicationName('changes'),
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  const lost = new Promise<Error>((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('connection for site changes ended')));
  });
  // A change and its version are two notifications, and a transaction with several changes has a version for each. They
  // arrive together and become one event with the last version.
  const versions = new Map<number, string | undefined>();
  const notifyChanges = () => {
    const changed = [...versions];
    versions.clear();
    for (const [site, version] of changed) notify({ site, ...(version && { version }) });
  };
  client.on('notification', ({ channel, payload = '' }) => {
    const [id, version] = payload.split(' ');
    const site = Number(id);
    if (channel === schemaChangesChannel) notifySchema();
    else if (channel === hostingChangesChannel) {
      notifyChanges();
      notify({ site, isHosting: true });
    } else {
      if (versions.size === 0) setImmediate(notifyChanges);
      versions.set(site, version ?? versions.get(site));
    }
  });
  try {
    await client.connect();
    const channels = [siteChangesChannel, siteVersionsChannel, hostingChangesChannel, schemaChangesChannel];
    await client.query(channels.map((channel) => `listen ${channel}`).join(';'));
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, lost: Promise.race([lost, waitForConnectionLoss(client, checkIntervalMs, signal)]) };
}

/** Resolves when a query on the connection fails, or when `signal` aborts. */
async function waitForConnectionLoss(client: pg.Client, intervalMs: number, signal: AbortSignal): Promise<Error> {
  try {
    for (;;) {
      await sleep(intervalMs, undefined, { signal });
      await client.query('select 1');
    }
  } catch (error) {
    return error as Error;
  }
}

/** Repeats `attempt` with growing pauses until it succeeds; returns null if `signal` aborts before. */
async function retryWithBackoff<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  for (let pause = minPauseMs; !signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const result = await attempt().then(
      (value) => ({ value }),
      () => null,
    );
    if (result) return result.value;
  }
  return null;
}
