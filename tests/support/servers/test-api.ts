import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { buildApi } from '#server/api/api-app.ts';
import { type ApiProviders, apiProviders } from '#server/api/api-providers.ts';
import { openSiteChangeFeed, type SiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import { createDatabasePool, type Db } from '#server/api/database/connect.ts';
import { type DnsResolver, DnsUnavailableError } from '#server/http/dns-resolver.ts';
import { createPublicUrlFetcher, type FetchPublicUrl } from '#server/http/fetch-public-url.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics, type ServerMetrics } from '#server/http/metrics.ts';
import type { DomainVerificationMode } from '#server/settings.ts';
import type { ApiContractWithoutAdminResources } from '#shared/contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { FailureEnvelope } from '#shared/response-envelope.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export const testApiSecret = 'a-secret-for-tests-alone';

export interface TestApi {
  app: FastifyInstance;
  db: Db;
  filesDir: string;
  dataDir: string;
  metrics: ServerMetrics;
  changes: SiteChangeFeed;
  /** The lines that the API has logged, parsed as JSON. */
  log: Record<string, unknown>[];
  call<N extends keyof ApiContractWithoutAdminResources>(
    url: string,
    options?: CallOptions,
  ): Promise<ApiResponse<DataOf<ApiContractWithoutAdminResources[N]>>>;
  /** Builds a second API in this process on the same database, with separate connections and the same change feed. */
  startReplica(): Promise<TestApi>;
}

export interface CallOptions {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD' | 'PATCH';
  /**
   * Id of the site in the request's header; `null` omits the header.
   * @default 40
   */
  site?: number | string | null;
  lang?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiResponse<Data> {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  /** The field `data` of the response, with the type that it has in a successful one. */
  data: Data;
  message: string;
  errors: FailureEnvelope['data']['errors'];
}

interface TestApiOptions {
  /** A migrated database, which is not closed. By default a new one is opened. */
  database?: Pick<TestDatabase, 'db' | 'connection' | 'url'>;
  hasApiDocs?: boolean;
  providers?: ApiProviders;
  fetchPublicUrl?: FetchPublicUrl;
  /** By default no name server responds, so that no test depends on the network. */
  dns?: DnsResolver;
  domainVerification?: DomainVerificationMode;
}

const fail = () => Promise.reject(new DnsUnavailableError('ECONNREFUSED'));
const unavailableDns: DnsResolver = { readTexts: fail, readMailServers: fail, hasAddress: fail };

/** Builds the API, by default on a new database, and validates every response against the contract. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await openTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-api-'));
  const filesDir = join(dataDir, 'files');
  const log: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });
  const changes = await openSiteChangeFeed(database.connection);
  const metrics = createMetrics();
  const { hasApiDocs = false, domainVerification = 'dns' } = options;
  const config = { apiSecret: testApiSecret, hasApiDocs, domainVerification, dataDir, filesDir };
  const { providers = apiProviders, fetchPublicUrl = createPublicUrlFetcher(), dns = unavailableDns } = options;
  const apiOn = async (db: Db): Promise<TestApi> => {
    const dependencies = { db, changes, logger, metrics, providers, fetchPublicUrl, dns };
    const app = await buildApi(config, { ...dependencies, shouldCheckResponses: true });
    await app.ready();
    const startReplica = async () => {
      const pool = createDatabasePool({ connectionString: database.url }, { poolSize: 5 });
      const other = await apiOn(pool);
      afterReplicas.push(() => other.app.close().then(() => pool.$client.end()));
      return other;
    };
    return { app, db, filesDir, dataDir, metrics, changes, log, call: createCaller(app), startReplica };
  };
  const afterReplicas: (() => Promise<void>)[] = [];
  const api = await apiOn(database.db);
  afterAll(async () => {
    await Promise.all(afterReplicas.map((end) => end()));
    await api.app.close();
    await changes.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return api;
}

function createCaller(app: FastifyInstance) {
  return async <N extends keyof ApiContractWithoutAdminResources>(
    url: string,
    { method = 'GET', site = 40, lang, body, headers = {} }: CallOptions = {},
  ): Promise<ApiResponse<DataOf<ApiContractWithoutAdminResources[N]>>> => {
    const request: InjectOptions = { method, url, headers: { ...headers } };
    if (site !== null) Object.assign(request.headers ?? {}, { idSite: String(site) });
    if (lang !== undefined) Object.assign(request.headers ?? {}, { userLang: lang });
    if (body !== undefined) request.payload = body as NonNullable<InjectOptions['payload']>;
    const reply = await app.inject(request);
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const json = isJson && reply.body !== '' ? reply.json() : {};
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
      data: json.data,
      message: json.message ?? '',
      errors: json.data?.errors,
    };
  };
}
