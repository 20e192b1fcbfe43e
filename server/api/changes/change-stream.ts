import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { hasApiSecret } from '#server/api/tenancy/current-site.ts';
import type { ListedSite } from '#shared/site/listed-site.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { siteVersionSql } from './notify-site-changed.ts';
import type { SiteChange, SiteChangeFeed } from './open-site-change-feed.ts';

interface SiteChangeStreamDependencies {
  db: Db;
  changes: SiteChangeFeed;
  apiSecrets: readonly string[];
}

const heartbeatMs = 10_000;

/**
 * Maximum number of unsent bytes per storefront. A storefront that reads too slowly is disconnected; it reconnects and
 * gets the whole list of sites again.
 */
const maxBufferedBytes = 4_000_000;

/** Sites are read and listed in parts of this size, so that neither side holds ten thousand of them as one text. */
const maxSitesPerEvent = 500;
const listTimeoutMs = 30_000;

/**
 * Registers `GET /internal/changes`: server-sent events for storefronts, which authenticate with `x-api-secret`. The
 * first event is `sites` with `{ sites: [{ id, changes, version, hosting? }] }`: every active site with its change
 * counter and version, and its hosts and languages if staff have edited them. Then follow a `change` with
 * `{ site, version? }` for each change, a
 * `hosting` with `{ site, hosting }` whenever hosts or languages change (null if they are those of `site.json` again),
 * and `all` with `{}` if notifications may have been lost.
 *
 * With `?list=on`, for storefronts without folders, several `list` with `{ sites: ListedSite[] }` precede `sites`, and
 * each `hosting` contains `listed`, which is null once the site is removed.
 */
export async function siteChangeStreamRoute(
  app: FastifyInstance,
  { db, changes, apiSecrets }: SiteChangeStreamDependencies,
): Promise<void> {
  const open = new Set<ServerResponse>();
  app.get<{ Querystring: { list?: string } }>('/internal/changes', async (request, reply) => {
    if (!hasApiSecret(request.headers, apiSecrets))
      return reply.code(403).send({ success: false, data: {}, message: '' });
    reply.hijack();
    const stream = reply.raw;
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    await streamChanges(stream, db, changes, request.query.list === 'on');
  });
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
}

async function streamChanges(stream: ServerResponse, db: Db, changes: SiteChangeFeed, hasList: boolean): Promise<void> {
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
  // The subscription begins before the list of sites is read. A change in between is then sent twice; otherwise it
  // would be lost.
  const pending: SiteChange[] = [];
  let notify = (change: SiteChange): void => {
    pending.push(change);
  };
  const stop = changes.subscribe((change) => notify(change));
  const heartbeat = setInterval(() => write(': alive\n\n'), heartbeatMs);
  stream.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
  try {
    await sendSites(db, stream, write, hasList);
    const sendHosting = createHostingSender(db, stream, write, hasList);
    notify = (change) => {
      if (change === 'all') write(event('all', {}));
      else if (change.isHosting) sendHosting(change.site);
      else write(event('change', change));
    };
    for (const change of pending) notify(change);
  } catch {
    // The stream ends without an error, because the database is unavailable and the storefront reconnects by itself.
    stream.destroy();
  }
}

async function sendSites(
  db: Db,
  stream: ServerResponse,
  write: (text: string) => void,
  hasList: boolean,
): Promise<void> {
  const counted: { id: number; changes: number; version: string; hosting?: SiteHosting }[] = [];
  for (let isComplete = false; !isComplete && !stream.destroyed; ) {
    const rows = await readSites(db, and(isActiveSiteSql, gt(sites.id, counted.at(-1)?.id ?? 0)));
    for (const { id, changes, version, hosting } of rows)
      counted.push({ id, changes, version, ...(hosting && !hasList && { hosting }) });
    if (hasList) write(event('list', { sites: rows.map(({ listed }) => listed) }));
    if (stream.writableNeedDrain) await once(stream, 'drain', { signal: AbortSignal.timeout(listTimeoutMs) });
    isComplete = rows.length < maxSitesPerEvent;
  }
  write(event('sites', { sites: counted }));
}

/** Sends the hosts and languages of one site after another, so that a storefront never gets an older state last. */
function createHostingSender(
  db: Db,
  stream: ServerResponse,
  write: (text: string) => void,
  hasList: boolean,
): (site: number) => void {
  let sending = Promise.resolve();
  return (site) => {
    sending = sending
      .then(async () => {
        const [row] = await readSites(db, and(eq(sites.id, site), isActiveSiteSql));
        const listed = hasList ? { listed: row?.listed ?? null } : {};
        write(event('hosting', { site, hosting: row?.hosting ?? null, ...listed }));
      })
      .catch(() => void stream.destroy());
  };
}

/** Reads the next sites with their change counters, and with the hosts and languages of those that staff have edited. */
async function readSites(db: Db, where: SQL | undefined) {
  const { id, changeCount, hostingEditedAt, hosts, origins, languages, defaultLang } = sites;
  const { name, folder, timeZone, cookieDomain } = sites;
  const rows = await db
    .select({
      changes: changeCount,
      version: siteVersionSql,
      hostingEditedAt,
      identity: { id, name, folder, timeZone, cookieDomain },
      hosting: { hosts, origins, languages, defaultLang },
    })
    .from(sites)
    .where(where)
    .orderBy(sites.id)
    .limit(maxSitesPerEvent);
  return rows.map(({ changes, version, hostingEditedAt, identity, hosting }) => ({
    id: identity.id,
    changes,
    version,
    hosting: hostingEditedAt ? hosting : null,
    listed: { ...identity, ...hosting } satisfies ListedSite,
  }));
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
