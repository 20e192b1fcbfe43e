import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ConnectionLimits } from '#server/http/connection-limits.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { buildStorefront, type StorefrontConfig } from '#server/storefront/storefront-app.ts';
import type { ListedSite } from '#shared/site/listed-site.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { createFakeRendering, type FakeRendering } from './fake-renderer.ts';

export const storefrontApiSecret = 'a secret of the tests';

export interface StorefrontFixture {
  app: FastifyInstance;
  api: FakeApi;
  rendering: FakeRendering;
  /** Folder with copies of the `site.json` files of the two demonstration sites. */
  sitesDir: string;
  /** The lines that the storefront has logged, parsed as JSON. */
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

export interface StorefrontFixtureOptions {
  config?: Partial<StorefrontConfig>;
  apiTimeoutMs?: number;
  /** The API of another fixture, which that one stops. */
  api?: FakeApi;
  htmlCacheBytes?: number;
  metrics?: ServerMetrics;
  connectionLimits?: ConnectionLimits;
  /** Fields that replace those of `site.json`, by the name of the site's folder. */
  siteOverrides?: Record<string, object>;
  /** True if the API refuses the stream of site changes at first. */
  hasNoStream?: boolean;
  /** The content of `site.json` of further sites, by the name of their folder. */
  addedSites?: Record<string, object>;
  /** The sites that the API lists, for the role `storefront`; null for an API that is too old to list them. */
  listed?: readonly ListedSite[] | null;
  /** Hosts and languages that staff have edited before the storefront starts, by site. */
  hostings?: Record<number, SiteHosting>;
}

/** Starts a storefront with a fake API and a fake renderer. */
export async function startStorefrontFixture({
  config = {},
  apiTimeoutMs = 1_000,
  api: sharedApi,
  htmlCacheBytes,
  metrics,
  connectionLimits,
  siteOverrides = {},
  hasNoStream = false,
  addedSites = {},
  hostings = {},
  listed = [],
}: StorefrontFixtureOptions = {}): Promise<StorefrontFixture> {
  const sitesDir = mkdtempSync(join(tmpdir(), 'cuvee-sites-'));
  for (const folder of ['domaine-des-chenes', 'willow-hill']) {
    const site = JSON.parse(readFileSync(`sites/${folder}/site.json`, 'utf8')) as object;
    writeSiteConfig(sitesDir, folder, { ...site, ...siteOverrides[folder] });
  }
  const api = sharedApi ?? (await startFakeApi());
  api.hasNoStream = hasNoStream;
  api.listed = listed && new Map(listed.map((site) => [site.id, site]));
  if (config.role === 'storefront' && listed) api.siteIds = listed.map(({ id }) => id);
  for (const [folder, site] of Object.entries(addedSites)) writeSiteConfig(sitesDir, folder, site);
  for (const [id, hosting] of Object.entries(hostings)) await api.publishHosting(Number(id), hosting);
  const clientFolder = writeClientFolder();
  const rendering = createFakeRendering(clientFolder);
  const log: Record<string, unknown>[] = [];
  const record = (lines: string) => {
    for (const line of lines.trim().split('\n')) log.push(JSON.parse(line) as Record<string, unknown>);
  };
  const app = await buildStorefront(
    { sitesDir, hasLocalNames: true, trustProxy: [], hasApiDocs: true, ...config },
    {
      api: createApiClient(api.origin, storefrontApiSecret, { requestTimeoutMs: apiTimeoutMs }),
      rendering,
      logger: pino({ level: 'info' }, { write: record }),
      ...(metrics && { metrics }),
      ...(connectionLimits && { connectionLimits }),
      ...(htmlCacheBytes && { htmlCacheBytes }),
    },
  );
  await app.ready();
  if (!hasNoStream && listed) await waitForSites(app, api);
  const close = async () => {
    await app.close();
    if (!sharedApi) await api.stop();
    rmSync(sitesDir, { recursive: true });
    rmSync(clientFolder, { recursive: true });
  };
  return { app, api, rendering, sitesDir, log, close };
}

/**
 * Waits until the storefront has received the list of sites. A page that is rendered before that is outdated at once.
 */
async function waitForSites(app: FastifyInstance, api: FakeApi): Promise<void> {
  await api.waitForSubscriber();
  const isUnread = async () => (await app.inject('/readyz')).body.includes('has not been open');
  for (let attempt = 0; attempt < 500 && (await isUnread()); attempt++) await sleep(10);
}

/** Writes the files of a client build: assets with their compressed versions. */
function writeClientFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cuvee-client-'));
  mkdirSync(join(folder, 'assets'));
  const css = 'main{color:green}'.repeat(100);
  writeFileSync(join(folder, 'assets/main.css'), css);
  writeFileSync(join(folder, 'assets/main.css.br'), brotliCompressSync(css));
  writeFileSync(join(folder, 'assets/main.css.gz'), gzipSync(css));
  return folder;
}

export function writeSiteConfig(sitesDir: string, folder: string, content: object | string): void {
  mkdirSync(join(sitesDir, folder), { recursive: true });
  writeFileSync(join(sitesDir, folder, 'site.json'), typeof content === 'string' ? content : JSON.stringify(content));
}

export const createSiteConfig = (id: number, host: string, overrides: object = {}) => ({
  id,
  name: `Site ${id}`,
  hosts: [{ name: host }],
  origin: `https://${host}`,
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  ...overrides,
});
