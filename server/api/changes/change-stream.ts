import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { SiteChange, SiteChangeFeed } from './subscribe-to-site-changes.ts';

export interface ChangeStreamDependencies {
  db: Db;
  changes: SiteChangeFeed;
  apiSecret: string;
}

/** How often a comment shows that the stream is alive, in milliseconds. */
const heartbeatMs = 10_000;

/** A reader that lets this many bytes pile up is cut off: it connects again and begins with the whole list. */
const maxBufferedBytes = 1_000_000;

/**
 * `GET /internal/changes`: server-sent events for storefronts, with `x-api-secret`. First `sites`, with
 * `{ sites: [{ id, changes }] }` of every imported site and how often it has changed; then `change` with `{ site }` for
 * each change, and `all` with `{}` when word may have been lost.
 */
export async function changeStream(
  app: FastifyInstance,
  { db, changes, apiSecret }: ChangeStreamDependencies,
): Promise<void> {
  const open = new Set<ServerResponse>();
  app.get('/internal/changes', async (request, reply) => {
    if (!sameSecret(request.headers['x-api-secret'], apiSecret))
      return reply.code(403).send({ success: false, data: {}, message: '' });
    reply.hijack();
    const stream = reply.raw;
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    await streamChanges(stream, db, changes);
  });
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
}

async function streamChanges(stream: ServerResponse, db: Db, changes: SiteChangeFeed): Promise<void> {
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  stream.flushHeaders();
  const write = (text: string) => {
    if (stream.writableLength > maxBufferedBytes) stream.destroy();
    else stream.write(text);
  };
  // Heard from before the list is read: a change in between is told twice rather than never.
  const early: SiteChange[] = [];
  let tell = (change: SiteChange): void => {
    early.push(change);
  };
  const stop = changes.subscribe((change) => tell(change));
  const heartbeat = setInterval(() => write(': alive\n\n'), heartbeatMs);
  stream.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
  try {
    const known = await db.select({ id: sites.id, changes: sites.changeCount }).from(sites).orderBy(sites.id);
    write(event('sites', { sites: known }));
    tell = (change) => write(change === 'all' ? event('all', {}) : event('change', change));
    for (const change of early) tell(change);
  } catch {
    // The database is away: the storefront sees the stream end, and connects again.
    stream.destroy();
  }
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Compared as digests: neither length nor content shows in the time that it takes. */
function sameSecret(given: string | string[] | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}
