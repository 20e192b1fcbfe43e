import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { siteChangesChannel } from './notify-site-changed.ts';

/** One site changed, or notifications may have been lost, so any site may have changed. */
export type SiteChange = { site: number } | 'all';

export interface SiteChangeFeed {
  /** Calls `listener` for each change. @returns A function that ends the subscription. */
  subscribe(listener: (change: SiteChange) => void): () => void;
  close(): Promise<void>;
}

export interface SiteChangeSubscriptionOptions {
  onError?: (error: Error) => void;
  /** Interval at which the connection is checked, because a dead one may raise no error. */
  checkIntervalMs?: number;
}

const minPauseMs = 100;
const maxPauseMs = 5_000;

/**
 * Listens for site changes on a dedicated connection and reconnects when it breaks. Notifications in between are lost,
 * so that it then reports a change of all sites. Resolves once it listens.
 */
export async function subscribeToSiteChanges(
  connection: pg.ClientConfig,
  options: SiteChangeSubscriptionOptions = {},
): Promise<SiteChangeFeed> {
  const listeners = new Set<(change: SiteChange) => void>();
  const closing = new AbortController();
  const notify = (change: SiteChange) => {
    for (const listener of listeners) listener(change);
  };

  const listen = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'cuvee changes',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    const lost = new Promise<Error>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('connection for site changes ended')));
    });
    client.on('notification', ({ payload }) => notify({ site: Number(payload) }));
    try {
      await client.connect();
      await client.query(`listen ${siteChangesChannel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return {
      client,
      lost: Promise.race([lost, waitForConnectionLoss(client, options.checkIntervalMs ?? 15_000, closing.signal)]),
    };
  };

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
    }
  })();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
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

/** @returns null if `signal` aborts before an attempt succeeds. */
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
