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
    WORKER: onOff.default(true),
    WORKER_CONCURRENCY: integer(1, 50).default(3),
    SMTP_URL: url(/^smtps?$/, 'smtp://mail:25').optional(),
    NEWSLETTER_MAILS_PER_SECOND: integer(1, 1_000).default(10),
    TRUST_PROXY: NetworkListSetting.default([]),
    REQUESTS_PER_SECOND: integer(0, 100_000).default(60),
    HTML_DISK_CACHE_BYTES: integer(0, 2 ** 44).default(2 ** 30),
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
  'ADMIN_PASSWORD',
];
