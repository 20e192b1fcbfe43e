import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { availableMemory } from 'node:process';
import { parseEnv } from 'node:util';
import { OperatorError } from '#server/operator-error.ts';
import { findClosestName, formatNameSuggestion } from './closest-name.ts';
import {
  type DomainVerificationMode,
  EnvironmentSettings,
  environmentSettingNames,
  type logLevels,
  settingNamesReadableFromFile,
  surrogateKeyPlaceholder,
} from './settings.ts';

/**
 * The role of a process: `both` for storefront and API together, one of them, the job worker, or a command such as
 * `site import`.
 */
type ProcessRole = 'both' | 'storefront' | 'api' | 'worker' | 'command';

/** Caches in front of the storefront may keep pages that are the same for everyone. */
export interface SharedCacheConfig {
  seconds: number;
  /** The header that allows it: `Cache-Control` with `s-maxage`, or the one that only a cache of the operator reads. */
  header: 'CDN-Cache-Control' | 'Cache-Control';
  keyHeader: 'Surrogate-Key' | 'Cache-Tag' | 'xkey';
}

/** The call that removes the pages of a site from such a cache. `{key}` stands for the surrogate key. */
export interface PurgeConfig {
  /** One URL for each cache. */
  urls: readonly string[];
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface ServerConfig {
  role: ProcessRole;
  /** Number of storefronts that share the port, beside API and worker as processes of their own; 1: one process for all. */
  processes: number;
  /** True if storefront and API belong to one server, in one process or in several, and share its folders. */
  hasLocalApi: boolean;
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
  /** True if the server runs its own PostgreSQL, so that it has no other clients than this server. */
  hasEmbeddedDatabase: boolean;
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
  /** Maximum size in bytes of the pages that are kept in `dataDir/pages`; 0 for none. */
  htmlDiskCacheBytes: number;
  /** Null if only browsers may keep pages. */
  sharedCache: SharedCacheConfig | null;
  /** Null if changes are not reported to a cache in front. */
  purge: PurgeConfig | null;
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
 * Variables that the settings file may contain although they are not settings: those of Node and of docker-compose.yml.
 */
const otherNames = ['NODE_ENV', 'TZ', 'NO_COLOR', 'FORCE_COLOR', 'DATABASE_PASSWORD', 'COMPOSE_PROJECT_NAME'];

const knownNames = [
  ...environmentSettingNames,
  ...settingNamesReadableFromFile.map((name) => `${name}_FILE`),
  'ENV_FILE',
];

/**
 * Reads the settings from the environment and from a file: `.env`, or the path in ENV_FILE. The environment takes
 * precedence, and an empty variable counts as unset.
 * @throws OperatorError that lists every invalid setting with its reason.
 */
function readEnvironmentSettings(environment: NodeJS.ProcessEnv): EnvironmentSettings {
  const fromFile = readEnvFile(environment.ENV_FILE);
  const variables = { ...withoutEmpty(fromFile), ...withoutEmpty(environment) };
  const issues = [...unknownInFile(fromFile), ...misspeltNames(environment)];
  const withSecrets = readSecretFiles(variables, issues);
  const parsed = EnvironmentSettings.safeParse(withSecrets);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) issues.push(`${String(path[0])} ${message}`);
  if (!parsed.success || issues.length > 0) throw createInvalidSettingsError(issues);
  return parsed.data;
}

const createInvalidSettingsError = (issues: readonly string[]) =>
  new OperatorError(`Invalid settings:\n${issues.map((issue) => `  ${issue}`).join('\n')}`, { exitCode: 78 });

const withoutEmpty = (variables: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])));

/**
 * Reads the settings file.
 * @param path Path of the file, or `off` for none. A file that is named explicitly must exist.
 */
function readEnvFile(path: string | undefined): NodeJS.Dict<string> {
  if (path === 'off') return {};
  try {
    return parseEnv(readFileSync(resolve(path || '.env'), 'utf8'));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!path && (code === 'ENOENT' || code === 'EISDIR')) return {};
    throw createInvalidSettingsError([`${path ? 'ENV_FILE' : '.env'} cannot be read: ${(cause as Error).message}`]);
  }
}

const unknownInFile = (variables: NodeJS.Dict<string>): string[] =>
  Object.keys(variables)
    .filter((name) => !knownNames.includes(name) && !otherNames.includes(name))
    .map((name) => `${name} in the file of settings is no setting.${formatNameSuggestion(name, knownNames)}`);

/**
 * Finds misspelt settings in the environment. Because it also contains variables of other programs, only a name that
 * differs from a setting by one letter counts as misspelt. Short names such as POST are ignored, because too many names
 * resemble them.
 */
const misspeltNames = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (knownNames.includes(name) || otherProgramNames.has(name)) return [];
    const meant = findClosestName(name, knownNames, name.length < 5 ? 0 : 1);
    return meant ? [`${name} is no setting. Did you mean "${meant}"? Otherwise unset it.`] : [];
  });

/** Names that common programs use and that resemble a setting. */
const otherProgramNames = new Set(['APP_PORT', 'API_POST', 'HOSTS', 'PORTS']);

function readSecretFiles(variables: Record<string, string>, issues: string[]): Record<string, string> {
  const result = { ...variables };
  for (const name of settingNamesReadableFromFile) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variables[name] !== undefined) {
      issues.push(`${name} and ${name}_FILE are both set; unset one of them`);
      continue;
    }
    try {
      result[name] = readFileSync(resolve(path), 'utf8').trim();
    } catch (cause) {
      issues.push(`${name}_FILE cannot be read: ${(cause as Error).message}`);
    }
  }
  return result;
}

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
  if (settings.PURGE_URL && settings.SHARED_CACHE_SECONDS === 0)
    issues.push('SHARED_CACHE_SECONDS must be set with PURGE_URL: without it no cache keeps pages');
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
    processes: role === 'both' || role === 'storefront' ? countProcesses(settings.PROCESSES, isProduction) : 1,
    hasLocalApi: role === 'both',
    host: settings.HOST,
    port: settings.PORT,
    hasLocalNames,
    dataDir,
    filesDir: settings.FILES_DIR ? resolve(settings.FILES_DIR) : resolve(dataDir, 'files'),
    assetsDir: settings.ASSETS_DIR ? resolve(settings.ASSETS_DIR) : resolve(dataDir, 'assets'),
    sitesDir: resolve(settings.SITES_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    hasEmbeddedDatabase: settings.DATABASE_URL === undefined,
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
    htmlDiskCacheBytes: settings.HTML_DISK_CACHE_BYTES,
    ...toSharedCacheConfig(settings),
    opsPort: settings.OPS_PORT ?? null,
    opsHost: settings.OPS_HOST,
    hasApiDocs: settings.API_DOCS ?? hasLocalNames,
    logLevel: settings.LOG_LEVEL,
    drainSeconds: settings.DRAIN_SECONDS,
    admin: email && password ? { email, password } : null,
  };
}

/** Memory in bytes that a storefront needs, and that API, worker and supervisor need together. */
const storefrontBytes = 256 * 2 ** 20;
const otherProcessesBytes = 512 * 2 ** 20;
const maxAutomaticProcesses = 16;

/** Returns one storefront for each core that the process may use, as far as there is memory for them. */
function countProcesses(setting: EnvironmentSettings['PROCESSES'], isProduction: boolean): number {
  if (typeof setting === 'number') return setting;
  if (setting === undefined && !isProduction) return 1;
  const inMemory = Math.floor((availableMemory() - otherProcessesBytes) / storefrontBytes);
  return Math.max(1, Math.min(maxAutomaticProcesses, availableParallelism(), inMemory));
}

function toSharedCacheConfig(settings: EnvironmentSettings): Pick<ServerConfig, 'sharedCache' | 'purge'> {
  const { SHARED_CACHE_SECONDS: seconds, SHARED_CACHE_HEADER: header, SURROGATE_KEY_HEADER: keyHeader } = settings;
  const { PURGE_URL: urls, PURGE_METHOD: method, PURGE_BODY: body = null } = settings;
  const headers = settings.PURGE_HEADERS ?? { [keyHeader]: surrogateKeyPlaceholder };
  return {
    sharedCache: seconds > 0 ? { seconds, header, keyHeader } : null,
    purge: urls ? { urls, method, headers, body } : null,
  };
}
