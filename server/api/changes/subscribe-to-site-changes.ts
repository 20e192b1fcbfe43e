import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { changesChannel } from './notify-site-changed.ts';

/** A site changed; or word may have been lost, and any site may have. */
export type SiteChange = { site: number } | 'all';

export interface SiteChangeFeed {
  /** Calls `listener` for each change from now on; answers how to stop. */
  subscribe(listener: (change: SiteChange) => void): () => void;
  close(): Promise<void>;
}

export interface SubscribeOptions {
  onError?: (error: Error) => void;
  /** How often the connection is tried, in milliseconds: a dead one may stay silent. */
  checkIntervalMs?: number;
}

const minPauseMs = 100;
const maxPauseMs = 5_000;

/**
 * Listens for changes on a connection of its own, and opens another when it breaks. What was said in between is lost:
 * once it listens again it tells of a change of all sites. Returns when it listens.
 */
export async function subscribeToSiteChanges(
  connection: pg.ClientConfig,
  options: SubscribeOptions = {},
): Promise<SiteChangeFeed> {
  const listeners = new Set<(change: SiteChange) => void>();
  const closing = new AbortController();
  const tell = (change: SiteChange) => {
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
      client.on('end', () => resolve(new Error('the connection that hears changes ended')));
    });
    client.on('notification', ({ payload }) => tell({ site: Number(payload) }));
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
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
      tell('all');
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

/** Resolves when the connection no longer answers, or when we close. */
async function waitForConnectionLoss(client: pg.Client, every: number, signal: AbortSignal): Promise<Error> {
  try {
    for (;;) {
      await sleep(every, undefined, { signal });
      await client.query('select 1');
    }
  } catch (error) {
    return error as Error;
  }
}

/** Tries until it succeeds, with longer and longer pauses; null when we close. */
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
