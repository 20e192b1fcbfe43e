import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createInvalidSettingsError, readEnvironmentSettings } from './read-settings.ts';
import type { DomainVerificationMode, EnvironmentSettings, logLevels } from './settings.ts';

/**
 * The role of a process: `both` for storefront and API together, one of them, the job worker, or a command such as
 * `site import`.
 */
export type ProcessRole = 'both' | 'storefront' | 'api' | 'worker' | 'command';

export interface ServerConfig {
  role: ProcessRole;
  /** IP address or host name at which the storefront listens, or an API that runs without one. */
  host: string;
  port: number;
  /** Serves each site at `<name>.localhost` as well, and the default site at `localhost`. */
  hasLocalNames: boolean;
  /** Absolute path of the data folder. */
  dataDir: string;
  filesDir: string;
  /** Folder with the assets of the last builds, which storefronts may share. */
  assetsDir: string;
  sitesDir: string;
  /** Connection string of PostgreSQL; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /**
   * Maximum number of database connections for the requests of an API process. The job worker has a few separate
   * connections.
   */
  databasePoolSize: number;
  /** Origin of the API in another process that the storefront calls; null if this process runs both. */
  apiUrl: string | null;
  /** Port of an API that runs without a storefront in its process. */
  apiPort: number;
  /**
   * Secret that storefront and API share. The API accepts a visitor's IP address and request id only from calls with
   * this secret.
   */
  apiSecret: string;
  /** A second secret that the API accepts while the operator replaces the secret of all storefronts; null otherwise. */
  previousApiSecret: string | null;
  /**
   * The check of domains that staff add: `dns` requires a TXT record that proves control of the domain, and an address
   * of a domain that becomes canonical; `none` accepts all.
   */
  domainVerification: DomainVerificationMode;
  /**
   * IP addresses of the name servers for checks of domains, each with an optional port; empty for the name servers of
   * the system.
   */
  dnsServers: readonly string[];
  /** True if the API in this process also runs jobs, and always for the role `worker`. */
  hasWorker: boolean;
  /** Maximum number of jobs that the worker of this process runs at a time. */
  workerConcurrency: number;
  /** URL of the SMTP server; null if mails are written to `dataDir/outbox`. */
  smtpUrl: string | null;
  /** Maximum number of newsletter mails per second and site. */
  newsletterMailsPerSecond: number;
  /** IP addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: readonly string[];
  /**
   * Maximum average number of requests per second from one client network, except those served from the page cache; 0
   * for no limit.
   */
  requestsPerSecond: number;
  /** Port of `/metrics`; null if the process serves no metrics. */
  opsPort: number | null;
  opsHost: string;
  /** True if the OpenAPI description is public. */
  hasApiDocs: boolean;
  logLevel: (typeof logLevels)[number];
  /**
   * Time in seconds for which `/readyz` responds with 503 before the server stops listening, so that load balancers
   * notice.
   */
  drainSeconds: number;
  /** Credentials of the SUPER_ADMIN account that every site gets; null for none. */
  admin: { email: string; password: string } | null;
}

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

export type ServerProcessCommand = 'start' | 'api' | 'worker' | 'command';

/**
 * Reads and validates the settings. An empty environment variable counts as unset.
 * @throws OperatorError that lists every invalid setting with its reason.
 */
export function readServerConfig(env: NodeJS.ProcessEnv, command: ServerProcessCommand = 'start'): ServerConfig {
  const settings = readEnvironmentSettings(env);
  const role = determineRole(command, settings);
  const issues = findContradictions(role, settings);
  if (issues.length > 0) throw createInvalidSettingsError(issues);
  return toConfig(role, settings, env.NODE_ENV === 'production');
}

const determineRole = (command: ServerProcessCommand, settings: EnvironmentSettings): ProcessRole => {
  if (command !== 'start') return command;
  return settings.API_URL ? 'storefront' : 'both';
};

function findContradictions(role: ProcessRole, settings: EnvironmentSettings): string[] {
  const issues: string[] = [];
  if (role === 'storefront' && !settings.API_SECRET)
    issues.push('API_SECRET must be set with API_URL: the same value here and at the API');
  if (role === 'api' && !settings.API_SECRET)
    issues.push('API_SECRET must be set for an API without a storefront: the same value here and at the storefront');
  if (role === 'worker' && !settings.DATABASE_URL)
    issues.push('DATABASE_URL must be set for a worker apart: the embedded database belongs to the API’s process');
  if (!settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD)
    issues.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither');
  const port = role === 'api' ? 'API_PORT' : 'PORT';
  if (
    role !== 'command' &&
    role !== 'worker' &&
    settings.OPS_PORT !== undefined &&
    settings.OPS_PORT === settings[port]
  )
    issues.push(`OPS_PORT and ${port} are both ${settings.OPS_PORT}; set OPS_PORT to another port`);
  return issues;
}

function toConfig(role: ProcessRole, settings: EnvironmentSettings, isProduction: boolean): ServerConfig {
  const dataDir = resolve(settings.DATA_DIR);
  // HOST alone does not show whether the server is public: behind a proxy on the same machine it is a loopback address
  // although the server is reachable from the internet.
  const isLocal = loopbackHosts.has(settings.HOST) && settings.TRUST_PROXY.length === 0 && !isProduction;
  const hasLocalNames = settings.LOCAL_NAMES ?? isLocal;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  return {
    role,
    host: settings.HOST,
    port: settings.PORT,
    hasLocalNames,
    dataDir,
    filesDir: settings.FILES_DIR ? resolve(settings.FILES_DIR) : resolve(dataDir, 'files'),
    assetsDir: settings.ASSETS_DIR ? resolve(settings.ASSETS_DIR) : resolve(dataDir, 'assets'),
    sitesDir: resolve(settings.SITES_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    apiUrl: settings.API_URL ? new URL(settings.API_URL).origin : null,
    apiPort: settings.API_PORT,
    apiSecret: settings.API_SECRET ?? randomBytes(32).toString('base64url'),
    previousApiSecret: settings.API_SECRET_PREVIOUS ?? null,
    domainVerification: settings.DOMAIN_VERIFICATION,
    dnsServers: settings.DNS_SERVERS,
    hasWorker: role === 'worker' || settings.WORKER,
    workerConcurrency: settings.WORKER_CONCURRENCY,
    smtpUrl: settings.SMTP_URL ?? null,
    newsletterMailsPerSecond: settings.NEWSLETTER_MAILS_PER_SECOND,
    trustProxy: settings.TRUST_PROXY,
    requestsPerSecond: settings.REQUESTS_PER_SECOND,
    opsPort: settings.OPS_PORT ?? null,
    opsHost: settings.OPS_HOST,
    hasApiDocs: settings.API_DOCS ?? hasLocalNames,
    logLevel: settings.LOG_LEVEL,
    drainSeconds: settings.DRAIN_SECONDS,
    admin: email && password ? { email, password } : null,
  };
}
