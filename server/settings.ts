import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { areNameServerAddresses } from '#server/http/dns-resolver.ts';
import { NetworkListSetting } from '#server/http/networks.ts';
import { findPasswordWeakness } from '#shared/accounts/weak-password.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const domainVerificationModes = ['dns', 'none'] as const;
export type DomainVerificationMode = (typeof domainVerificationModes)[number];

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1', 'yes'].includes(text));
const port = z
  .string()
  .regex(/^\d+$/, { error: 'must be a port number' })
  .transform(Number)
  .pipe(z.number().max(65_535, { error: 'must be a port number, at most 65535' }));
const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
};
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });
const nameServers = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((server) => server.trim())
      .filter(Boolean),
  )
  .refine(areNameServerAddresses, {
    error: 'must be IP addresses of name servers, separated by commas, such as 192.0.2.53',
  });
const secret = (minLength: number) =>
  z.string().min(minLength, { error: `must have at least ${minLength} characters` });

/** The placeholder for the surrogate key of the changed site, or of all pages, in the settings of purges. */
export const surrogateKeyPlaceholder = '{key}';

const purgeUrls = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine((urls) => urls.length > 0 && urls.every((each) => /^https?:/.test(each) && URL.canParse(each)), {
    error: 'must be addresses such as http://127.0.0.1:6083/, separated by commas',
  });

const maxProcesses = 64;
const processCount = z.string().transform((text, context): number | 'auto' => {
  if (text === 'auto') return text;
  const isValid = /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maxProcesses;
  if (!isValid) context.addIssue(`must be auto or a whole number from 1 to ${maxProcesses}`);
  return Number(text);
});

/** Header fields, each on a line of its own, or separated by `|`. */
const headerFields = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = {};
  for (const line of text.split(/[|\n]/)) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (line.trim() === '') continue;
    try {
      validateHeaderName(name.trim());
      validateHeaderValue(name, value);
      if (value === '') throw new Error('a header field without a value');
      fields[name.trim()] = value;
    } catch {
      context.addIssue(`must be header fields such as "Surrogate-Key: ${surrogateKeyPlaceholder}", separated by |`);
    }
  }
  return fields;
});

/** The settings of the process: environment variables, or lines of the settings file. */
export const EnvironmentSettings = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    LOCAL_NAMES: onOff.optional(),
    DATA_DIR: z.string().default('./data'),
    FILES_DIR: z.string().optional(),
    ASSETS_DIR: z.string().optional(),
    SITES_DIR: z.string().default('./sites'),
    DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/cuvee').optional(),
    DATABASE_POOL_SIZE: integer(2, 500).default(10),
    API_URL: url(/^https?$/, 'http://api:3001').optional(),
    API_PORT: port.default(3001),
    API_SECRET: secret(32).optional(),
    // A secret below the minimum of API_SECRET is accepted, so that it can be replaced without an interruption.
    API_SECRET_PREVIOUS: secret(16).optional(),
    DOMAIN_VERIFICATION: z.enum(domainVerificationModes, { error: 'must be dns or none' }).default('dns'),
    DNS_SERVERS: nameServers.default([]),
    PROCESSES: processCount.optional(),
    WORKER: onOff.default(true),
    WORKER_CONCURRENCY: integer(1, 50).default(3),
    SMTP_URL: url(/^smtps?$/, 'smtp://mail:25').optional(),
    NEWSLETTER_MAILS_PER_SECOND: integer(1, 1_000).default(10),
    TRUST_PROXY: NetworkListSetting.default([]),
    REQUESTS_PER_SECOND: integer(0, 100_000).default(60),
    HTML_DISK_CACHE_BYTES: integer(0, 2 ** 44).default(2 ** 30),
    SHARED_CACHE_SECONDS: integer(0, 86_400).default(0),
    SHARED_CACHE_HEADER: z
      .enum(['CDN-Cache-Control', 'Cache-Control'], { error: 'must be CDN-Cache-Control or Cache-Control' })
      .default('CDN-Cache-Control'),
    SURROGATE_KEY_HEADER: z
      .enum(['Surrogate-Key', 'Cache-Tag', 'xkey'], { error: 'must be Surrogate-Key, Cache-Tag or xkey' })
      .default('Surrogate-Key'),
    PURGE_URL: purgeUrls.optional(),
    PURGE_METHOD: z
      .string()
      .regex(/^[A-Z]{1,20}$/, { error: 'must be a method such as BAN, PURGE or POST' })
      .default('BAN'),
    PURGE_HEADERS: headerFields.optional(),
    PURGE_BODY: z.string().optional(),
    OPS_PORT: port.optional(),
    OPS_HOST: z.string().default('127.0.0.1'),
    API_DOCS: onOff.optional(),
    LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    DRAIN_SECONDS: integer(0, 300).default(2),
    ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
    ADMIN_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).optional(),
  })
  .superRefine(({ ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password }, context) => {
    if (password && findPasswordWeakness(password, { email, estate: '' }) !== null)
      context.addIssue({ code: 'custom', path: ['ADMIN_PASSWORD'], message: 'is easy to guess; choose another one' });
  });
export type EnvironmentSettings = z.infer<typeof EnvironmentSettings>;

export const environmentSettingNames: readonly string[] = Object.keys(EnvironmentSettings.shape);

/**
 * Settings that can be read from a file: `API_SECRET_FILE` is the path of a file that contains the value of
 * `API_SECRET`.
 */
export const settingNamesReadableFromFile: readonly string[] = [
  'API_SECRET',
  'API_SECRET_PREVIOUS',
  'DATABASE_URL',
  'SMTP_URL',
  'PURGE_HEADERS',
  'ADMIN_PASSWORD',
];
