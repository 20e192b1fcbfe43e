import { describe, expect, test } from 'vitest';
import { peersIn, readConfig } from '#server/config.ts';
import { OperatorFault } from '#server/operator-fault.ts';

const secret = 'sixteen characters at least';

describe('The environment', () => {
  test('needs no variable at all', () => {
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

  test('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('makes a new secret for each process that has both applications', () => {
    expect(readConfig({}).apiSecret).not.toBe(readConfig({}).apiSecret);
    expect(readConfig({}).apiSecret.length).toBeGreaterThan(30);
  });

  test('turns local names and the description off where the world can reach the server', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ localNames: false, apiDocs: false });
    expect(readConfig({ HOST: '0.0.0.0', LOCAL_NAMES: 'on' })).toMatchObject({ localNames: true, apiDocs: true });
  });

  test('makes a storefront alone of an API_URL', () => {
    expect(readConfig({ API_URL: 'http://api:3001/', API_SECRET: secret })).toMatchObject({
      role: 'storefront',
      apiUrl: 'http://api:3001',
    });
  });

  test.each([
    ['PORT', { PORT: 'eighty' }, 'PORT must be a port number'],
    ['a port out of range', { PORT: '70000' }, 'PORT must be a port number, at most 65535'],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal'],
    ['LOCAL_NAMES', { LOCAL_NAMES: 'maybe' }, 'LOCAL_NAMES must be on or off'],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be an address such as postgres://'],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }, '"10.0.0.0/99" is none'],
    ['a missing secret', { API_URL: 'http://api' }, 'API_SECRET must be set with API_URL'],
    ['a short secret', { API_SECRET: 'x' }, 'API_SECRET must have at least 16 characters'],
    ['half an administrator', { ADMIN_EMAIL: 'a@b.fr' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
  ])('stops the start and says why: %s', (_, env, reason) => {
    expect(() => readConfig(env)).toThrow(OperatorFault);
    expect(() => readConfig(env)).toThrow(reason);
  });

  test('names every bad variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*LOG_LEVEL/s);
  });

  test('knows trusted proxies by address, network and name', () => {
    const peers = peersIn(readConfig({ TRUST_PROXY: 'loopback, 203.0.113.7, 2001:db8::/32' }).trustProxy);
    expect(peers.check('127.0.0.1')).toBe(true);
    expect(peers.check('203.0.113.7')).toBe(true);
    expect(peers.check('203.0.113.8')).toBe(false);
    expect(peers.check('2001:db8::1', 'ipv6')).toBe(true);
  });
});
