import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorFault } from '#server/operator-fault.ts';

/** What a process is: storefront and API in one, one of them alone, or a command such as `site import`. */
export type Role = 'both' | 'storefront' | 'api' | 'command';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  role: Role;
  /** Where the storefront listens. */
  host: string;
  port: number;
  /** Whether each site also answers at `<name>.localhost`, and the default one at `localhost`. */
  localNames: boolean;
  /** Absolute paths. */
  dataDir: string;
  filesDir: string;
  sitesDir: string;
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Origin of an API elsewhere; null: this process runs its own. */
  apiUrl: string | null;
  /** Where an API alone listens. */
  apiPort: number;
  /** Shared by storefront and API: with it the API believes client addresses, request ids and internal calls. */
  apiSecret: string;
  /** null: mails are written to `dataDir/outbox`. */
  smtpUrl: string | null;
  /** Peers whose `X-Forwarded-*` headers count: addresses and networks; empty: nobody's. */
  trustProxy: readonly string[];
  /** Where `/metrics` is answered; null: nowhere. */
  opsPort: number | null;
  /** Whether the API's description is public. */
  apiDocs: boolean;
  logLevel: (typeof logLevels)[number];
  /** Makes one SUPER_ADMIN for each site. */
  admin: { email: string; password: string } | null;
}

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1', 'yes'].includes(text));
const port = z
  .string()
  .regex(/^\d+$/, { error: 'must be a port number' })
  .transform(Number)
  .pipe(z.number().max(65_535, { error: 'must be a port number, at most 65535' }));
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });

/** Names for the networks that people mean. */
const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const trustedPeers = z.string().transform((text, context): readonly string[] => {
  if (['off', 'false', '0', 'no'].includes(text)) return [];
  const networks = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => namedNetworks[part] ?? [part]);
  for (const network of networks)
    if (!isNetwork(network))
      context.addIssue(
        `must be off, or addresses and networks separated by commas ("loopback", "private", "10.0.0.0/8"); "${network}" is none`,
      );
  return networks;
});

const isNetwork = (text: string): boolean => {
  const [address = '', prefix] = text.split('/');
  const family = isIP(address);
  if (!family) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

/** The addresses of `networks`, ready to ask. */
export function peersIn(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  LOCAL_NAMES: flag.optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_DIR: z.string().optional(),
  SITES_DIR: z.string().default('./sites'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/cuvee').optional(),
  API_URL: url(/^https?$/, 'http://api:3001').optional(),
  API_PORT: port.default(3001),
  API_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://mail:25').optional(),
  TRUST_PROXY: trustedPeers.default([]),
  OPS_PORT: port.optional(),
  API_DOCS: flag.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  ADMIN_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).optional(),
});
type Environment = z.infer<typeof Environment>;

/**
 * Reads the environment, once at start. An empty variable is as if unset.
 * @throws OperatorFault naming every bad variable and the reason.
 */
export function readConfig(env: NodeJS.ProcessEnv, command: 'start' | 'api' | 'command' = 'start'): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw badSettings(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const role = roleOf(command, parsed.data);
  const faults = contradictions(role, parsed.data);
  if (faults.length > 0) throw badSettings(faults);
  return toConfig(role, parsed.data);
}

const roleOf = (command: 'start' | 'api' | 'command', settings: Environment): Role => {
  if (command !== 'start') return command;
  return settings.API_URL ? 'storefront' : 'both';
};

function contradictions(role: Role, settings: Environment): string[] {
  const faults: string[] = [];
  if (role === 'storefront' && !settings.API_SECRET)
    faults.push('API_SECRET must be set with API_URL: the same value here and at the API');
  if (role === 'api' && !settings.API_SECRET)
    faults.push('API_SECRET must be set for an API alone: the same value here and at the storefront');
  if (!settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD)
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none');
  return faults;
}

function toConfig(role: Role, settings: Environment): Config {
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

const badSettings = (faults: readonly string[]) =>
  new OperatorFault(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, {
    exitCode: 78,
  });
