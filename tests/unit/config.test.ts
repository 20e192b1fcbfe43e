import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readServerConfig as readConfigOf, type ServerProcessCommand } from '#server/config.ts';
import { createNetworkSet } from '#server/http/networks.ts';
import { OperatorError } from '#server/operator-error.ts';

const secret = 'a secret of thirty-two characters or more';

const readConfig = (env: NodeJS.ProcessEnv, command?: ServerProcessCommand) =>
  readConfigOf({ ENV_FILE: 'off', ...env }, command);

function temporaryFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cuvee-settings-')), 'file');
  writeFileSync(file, content);
  return file;
}

describe('readServerConfig', () => {
  test('returns the defaults without any variable', () => {
    expect(readConfig({})).toMatchObject({
      role: 'both',
      host: '127.0.0.1',
      port: 3000,
      hasLocalNames: true,
      hasApiDocs: true,
      databaseUrl: null,
      trustProxy: [],
      opsPort: null,
      admin: null,
    });
  });

  test('checks domains in the DNS of the system by default', () => {
    expect(readConfig({})).toMatchObject({ domainVerification: 'dns', dnsServers: [] });
    const DNS_SERVERS = '192.0.2.53, 192.0.2.54:5353';
    expect(readConfig({ DOMAIN_VERIFICATION: 'none', DNS_SERVERS })).toMatchObject({
      domainVerification: 'none',
      dnsServers: ['192.0.2.53', '192.0.2.54:5353'],
    });
    expect(() => readConfig({ DOMAIN_VERIFICATION: 'off' })).toThrow('DOMAIN_VERIFICATION must be dns or none');
    expect(() => readConfig({ DNS_SERVERS: 'dns.example' })).toThrow('must be IP addresses of name servers');
  });

  test('lets a cache in front keep pages and be purged only where that is set', () => {
    expect(readConfig({})).toMatchObject({ sharedCache: null, purge: null });
    const caches = 'http://127.0.0.1:6083/, https://cache.example/{key}';
    expect(readConfig({ SHARED_CACHE_SECONDS: '60', PURGE_URL: caches })).toMatchObject({
      sharedCache: { seconds: 60, header: 'CDN-Cache-Control', keyHeader: 'Surrogate-Key' },
      purge: {
        urls: ['http://127.0.0.1:6083/', 'https://cache.example/{key}'],
        method: 'BAN',
        headers: { 'Surrogate-Key': '{key}' },
        body: null,
      },
    });
    const PURGE_HEADERS_FILE = temporaryFile('Authorization: Bearer a:b\nContent-Type: application/json\n');
    const settings = { SHARED_CACHE_SECONDS: '60', PURGE_URL: caches, PURGE_METHOD: 'POST', PURGE_HEADERS_FILE };
    expect(readConfig({ ...settings, PURGE_BODY: '{"tags":["{key}"]}' }).purge).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer a:b', 'Content-Type': 'application/json' },
      body: '{"tags":["{key}"]}',
    });
  });

  test.each([
    [{ PURGE_URL: 'http://127.0.0.1:6083/' }, 'SHARED_CACHE_SECONDS must be set with PURGE_URL'],
    [{ SHARED_CACHE_SECONDS: '60', PURGE_URL: '127.0.0.1:6083' }, 'PURGE_URL must be addresses'],
    [{ PURGE_METHOD: 'ban site' }, 'PURGE_METHOD must be a method'],
    [{ PURGE_HEADERS: 'Authorization' }, 'PURGE_HEADERS must be header fields'],
    [{ PURGE_HEADERS: 'A B: c' }, 'PURGE_HEADERS must be header fields'],
    [{ SHARED_CACHE_SECONDS: '86401' }, 'SHARED_CACHE_SECONDS must be a whole number from 0 to 86400'],
    [{ SHARED_CACHE_HEADER: 'Expires' }, 'SHARED_CACHE_HEADER must be CDN-Cache-Control or Cache-Control'],
  ])('refuses the settings %o of a cache in front', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });

  test('runs one process by default, and with PROCESSES or in production several, as far as there are cores', () => {
    expect(readConfig({}).processes).toBe(1);
    expect(readConfig({ PROCESSES: '3' }).processes).toBe(3);
    expect(readConfig({ PROCESSES: '3', API_URL: 'http://api:3001', API_SECRET: secret }).processes).toBe(3);
    expect(readConfig({ PROCESSES: '3', API_SECRET: secret }, 'api').processes).toBe(1);
    const { processes } = readConfig({ NODE_ENV: 'production' });
    expect(processes).toBe(readConfig({ PROCESSES: 'auto' }).processes);
    expect(processes).toBeGreaterThanOrEqual(1);
    expect(processes).toBeLessThanOrEqual(availableParallelism());
    for (const PROCESSES of ['0', 'all', '65', '1.5'])
      expect(() => readConfig({ PROCESSES })).toThrow('PROCESSES must be auto or a whole number from 1 to 64');
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('creates a new secret for each process that runs both applications', () => {
    expect(readConfig({}).apiSecret).not.toBe(readConfig({}).apiSecret);
    expect(readConfig({}).apiSecret.length).toBeGreaterThan(30);
  });

  test('disables local names and API documentation by default on a public address', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ hasLocalNames: false, hasApiDocs: false });
    expect(readConfig({ HOST: '0.0.0.0', LOCAL_NAMES: 'on' })).toMatchObject({ hasLocalNames: true, hasApiDocs: true });
  });

  test.each([
    ['behind a proxy', { TRUST_PROXY: 'loopback' }],
    ['in production', { NODE_ENV: 'production' }],
  ])('disables local names and API documentation by default %s, although HOST is a loopback address', (_, env) => {
    expect(readConfig(env)).toMatchObject({ hasLocalNames: false, hasApiDocs: false });
    expect(readConfig({ ...env, LOCAL_NAMES: 'on' })).toMatchObject({ hasLocalNames: true, hasApiDocs: true });
  });

  test('serves metrics on the loopback address by default', () => {
    expect(readConfig({ HOST: '0.0.0.0', OPS_PORT: '9090' })).toMatchObject({ opsHost: '127.0.0.1', opsPort: 9090 });
  });

  test('reads the file of settings, and variables of the environment take precedence', () => {
    const file = temporaryFile('PORT=4000\nHOST=0.0.0.0\n# a comment\nLOG_LEVEL=\n');
    expect(readConfig({ ENV_FILE: file, PORT: '5000' })).toMatchObject({ port: 5000, host: '0.0.0.0' });
  });

  test('the example of the file of settings is valid', () => {
    expect(readConfig({ ENV_FILE: '.env.example' })).toMatchObject({ port: 3000 });
  });

  test('rejects an unknown name in the file of settings with the closest setting', () => {
    const file = temporaryFile('SITES_DIRECTORY=./sites\nDATABSE_URL=x\n');
    expect(() => readConfig({ ENV_FILE: file })).toThrow(/SITES_DIRECTORY in the file of settings is no setting/);
    expect(() => readConfig({ ENV_FILE: file })).toThrow(/Did you mean "DATABASE_URL"/);
  });

  test('rejects a misspelt variable with the closest setting', () => {
    expect(() => readConfig({ SITE_DIR: './sites' })).toThrow('SITE_DIR is no setting. Did you mean "SITES_DIR"?');
    expect(() => readConfig({ PORTT: '80' })).toThrow('Did you mean "PORT"?');
  });

  test('accepts variables of other programs', () => {
    const others = {
      HOME: '/',
      POST: '1',
      PATH: '/bin',
      HOSTNAME: 'x',
      APP_PORT: '1',
      DATABASE_NAME: 'x',
      EDITOR: 'vi',
    };
    expect(readConfig(others)).toMatchObject({ port: 3000 });
  });

  test('reads a secret from a file', () => {
    expect(readConfig({ API_SECRET_FILE: temporaryFile(`${secret}\n`) }).apiSecret).toBe(secret);
    expect(() => readConfig({ API_SECRET_FILE: '/no/such/file' })).toThrow('API_SECRET_FILE cannot be read');
    expect(() => readConfig({ API_SECRET_FILE: temporaryFile(secret), API_SECRET: secret })).toThrow('both set');
  });

  test('runs a worker apart only on a separate database', () => {
    expect(() => readConfig({}, 'worker')).toThrow('DATABASE_URL must be set for a worker apart');
    expect(readConfig({ DATABASE_URL: 'postgres://x/y', WORKER: 'off' }, 'worker').hasWorker).toBe(true);
    expect(readConfig({ WORKER: 'off' }).hasWorker).toBe(false);
  });

  test('returns the role storefront if API_URL is set', () => {
    expect(readConfig({ API_URL: 'http://api:3001/', API_SECRET: secret })).toMatchObject({
      role: 'storefront',
      apiUrl: 'http://api:3001',
    });
  });

  test.each([
    ['a PORT that is no number', { PORT: 'eighty' }, 'PORT must be a port number'],
    ['a PORT that is out of range', { PORT: '70000' }, 'PORT must be a port number, at most 65535'],
    ['an unknown LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal'],
    ['a LOCAL_NAMES that is no switch', { LOCAL_NAMES: 'maybe' }, 'LOCAL_NAMES must be on or off'],
    [
      'a DATABASE_URL of another database',
      { DATABASE_URL: 'mysql://x/y' },
      'DATABASE_URL must be an address such as postgres://',
    ],
    ['an invalid network in TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }, '"10.0.0.0/99" is none'],
    ['a missing secret', { API_URL: 'http://api' }, 'API_SECRET must be set with API_URL'],
    ['a short secret', { API_SECRET: 'x'.repeat(31) }, 'API_SECRET must have at least 32 characters'],
    [
      'a weak administrator password',
      { ADMIN_EMAIL: 'a@b.fr', ADMIN_PASSWORD: 'Password1234' },
      'ADMIN_PASSWORD is easy to guess',
    ],
    [
      'a worker with too many jobs at a time',
      { WORKER_CONCURRENCY: '51' },
      'WORKER_CONCURRENCY must be a whole number from 1 to 50',
    ],
    [
      'metrics at the port of the storefront',
      { PORT: '4000', OPS_PORT: '4000' },
      'OPS_PORT and PORT are both 4000; set OPS_PORT to another port',
    ],
    [
      'a pool that is too small',
      { DATABASE_POOL_SIZE: '1' },
      'DATABASE_POOL_SIZE must be a whole number from 2 to 500',
    ],
    ['an administrator without a password', { ADMIN_EMAIL: 'a@b.fr' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
  ])('rejects %s with the reason', (_, env, reason) => {
    expect(() => readConfig(env)).toThrow(OperatorError);
    expect(() => readConfig(env)).toThrow(reason);
  });

  test('reports every invalid variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*LOG_LEVEL/s);
  });

  test('accepts trusted proxies by address, network and name', () => {
    const peers = createNetworkSet(readConfig({ TRUST_PROXY: 'loopback, 203.0.113.7, 2001:db8::/32' }).trustProxy);
    expect(peers.check('127.0.0.1')).toBe(true);
    expect(peers.check('203.0.113.7')).toBe(true);
    expect(peers.check('203.0.113.8')).toBe(false);
    expect(peers.check('2001:db8::1', 'ipv6')).toBe(true);
  });
});
