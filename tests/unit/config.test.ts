import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createBlockList } from '#server/http/networks.ts';
import { OperatorError } from '#server/operator-error.ts';

const secret = 'sixteen characters at least';

describe('readConfig', () => {
  test('returns the defaults without any variable', () => {
    expect(readConfig({})).toMatchObject({
      role: 'both',
      host: '127.0.0.1',
      port: 3000,
      localNames: true,
      apiDocs: true,
      databaseUrl: null,
      trustProxy: [],
      opsPort: null,
      admin: null,
    });
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('creates a new secret for each process that runs both applications', () => {
    expect(readConfig({}).apiSecret).not.toBe(readConfig({}).apiSecret);
    expect(readConfig({}).apiSecret.length).toBeGreaterThan(30);
  });

  test('disables local names and API documentation by default on a public address', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ localNames: false, apiDocs: false });
    expect(readConfig({ HOST: '0.0.0.0', LOCAL_NAMES: 'on' })).toMatchObject({ localNames: true, apiDocs: true });
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
    ['a short secret', { API_SECRET: 'x' }, 'API_SECRET must have at least 16 characters'],
    ['an administrator without a password', { ADMIN_EMAIL: 'a@b.fr' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
  ])('rejects %s with the reason', (_, env, reason) => {
    expect(() => readConfig(env)).toThrow(OperatorError);
    expect(() => readConfig(env)).toThrow(reason);
  });

  test('reports every invalid variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*LOG_LEVEL/s);
  });

  test('accepts trusted proxies by address, network and name', () => {
    const peers = createBlockList(readConfig({ TRUST_PROXY: 'loopback, 203.0.113.7, 2001:db8::/32' }).trustProxy);
    expect(peers.check('127.0.0.1')).toBe(true);
    expect(peers.check('203.0.113.7')).toBe(true);
    expect(peers.check('203.0.113.8')).toBe(false);
    expect(peers.check('2001:db8::1', 'ipv6')).toBe(true);
  });
});
