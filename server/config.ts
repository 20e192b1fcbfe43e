import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { NetworkList } from '#server/http/networks.ts';
import { OperatorError } from '#server/operator-error.ts';

/** The role of a process: storefront and API together, one of them, or a command such as `site import`. */
export type ProcessRole = 'both' | 'storefront' | 'api' | 'command';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  role: ProcessRole;
  /** IP address and port on which the storefront listens. */
  host: string;
  port: number;
  /** Serves each site at `<name>.localhost` as well, and the default site at `localhost`. */
  localNames: boolean;
  /** Absolute paths. */
  dataDir: string;
  filesDir: string;
  sitesDir: string;
  /** null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Origin of a separate API; null if this process runs the API itself. */
  apiUrl: string | null;
  /** Port of an API that runs without a storefront. */
  apiPort: number;
  /** Shared by storefront and API. A call that carries it may state its client address and request id. */
  apiSecret: string;
  /** null if mails are written to `dataDir/outbox`. */
  smtpUrl: string | null;
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: readonly string[];
  /** Port of `/metrics`; null if metrics are not served. */
  opsPort: number | null;
  /** Serves the OpenAPI description publicly. */
  apiDocs: boolean;
  logLevel: (typeof logLevels)[number];
  /** Credentials of the SUPER_ADMIN that every site gets. */
  admin: { email: string; password: string } | null;
}

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1', 'yes'].includes(text));
const port = z
  .string()
  .regex(/^\d+$/, { error: 'must be a port number' })
  .transform(Number)
  .pipe(z.number().max(65_535, { error: 'must be a port number, at most 65535' }));
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  LOCAL_NAMES: onOff.optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_DIR: z.string().optional(),
  SITES_DIR: z.string().default('./sites'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/cuvee').optional(),
  API_URL: url(/^https?$/, 'http://api:3001').optional(),
  API_PORT: port.default(3001),
  API_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://mail:25').optional(),
  TRUST_PROXY: NetworkList.default([]),
  OPS_PORT: port.optional(),
  API_DOCS: onOff.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  ADMIN_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).optional(),
});
type Environment = z.infer<typeof Environment>;

/**
 * Reads and validates the environment. An empty variable counts as unset.
 * @throws OperatorError that lists every invalid variable with its reason.
 */
export function readConfig(env: NodeJS.ProcessEnv, command: 'start' | 'api' | 'command' = 'start'): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(nonEmpty);
  if (!parsed.success)
    throw invalidEnvironment(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const role = determineRole(command, parsed.data);
  const issues = findContradictions(role, parsed.data);
  if (issues.length > 0) throw invalidEnvironment(issues);
  return toConfig(role, parsed.data);
}

const determineRole = (command: 'start' | 'api' | 'command', settings: Environment): ProcessRole => {
  if (command !== 'start') return command;
  return settings.API_URL ? 'storefront' : 'both';
};

function findContradictions(role: ProcessRole, settings: Environment): string[] {
  const issues: string[] = [];
  if (role === 'storefront' && !settings.API_SECRET)
    issues.push('API_SECRET must be set with API_URL: the same value here and at the API');
  if (role === 'api' && !settings.API_SECRET)
    issues.push('API_SECRET must be set for an API without a storefront: the same value here and at the storefront');
  if (!settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD)
    issues.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither');
  return issues;
}

function toConfig(role: ProcessRole, settings: Environment): Config {
  const dataDir = resolve(settings.DATA_DIR);
  const localNames = settings.LOCAL_NAMES ?? loopbackHosts.has(settings.HOST);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  return {
    role,
    host: settings.HOST,
    port: settings.PORT,
    localNames,
    dataDir,
    filesDir: settings.FILES_DIR ? resolve(settings.FILES_DIR) : resolve(dataDir, 'files'),
    sitesDir: resolve(settings.SITES_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    apiUrl: settings.API_URL ? new URL(settings.API_URL).origin : null,
    apiPort: settings.API_PORT,
    apiSecret: settings.API_SECRET ?? randomBytes(32).toString('base64url'),
    smtpUrl: settings.SMTP_URL ?? null,
    trustProxy: settings.TRUST_PROXY,
    opsPort: settings.OPS_PORT ?? null,
    apiDocs: settings.API_DOCS ?? localNames,
    logLevel: settings.LOG_LEVEL,
    admin: email && password ? { email, password } : null,
  };
}

const invalidEnvironment = (issues: readonly string[]) =>
  new OperatorError(`Invalid environment variables:\n${issues.map((issue) => `  ${issue}`).join('\n')}`, {
    exitCode: 78,
  });
