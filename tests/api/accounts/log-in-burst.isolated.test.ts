import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import {
  createAccountRegistrationInput,
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The number of calls of the replaced password hashing, and the promise for which each of these calls waits. */
const hashes = vi.hoisted(() => ({ count: 0, release: Promise.resolve() }));
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const argon2 = (...args: Parameters<typeof crypto.argon2>): void => {
    hashes.count++;
    void hashes.release.then(() => crypto.argon2(...args));
  };
  return { ...crypto, default: crypto, argon2 };
});

const api = await startTestApi();
const { call } = api;

beforeAll(() => seedEstates40And41(api));

const logIn = (identifier: string, password: string, options: CallOptions) =>
  call<'POST /login'>('/login', { method: 'POST', body: { identifier, password }, ...options });

const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

describe('300 simultaneous log-ins with wrong passwords', () => {
  it.each<[string, () => string, number]>([
    ['for one account from one network', () => 'victim@mail.example', rateLimitRules['login-here'].points],
    ['for many accounts from one network', () => createUniqueEmail(), rateLimitRules['login-client'].points],
  ])('cause no more hashing than the limit allows %s', async (_, accountOf, max) => {
    const client = withNewClientAddress();
    await logIn(createUniqueEmail(), 'the first call makes the dummy hash', withNewClientAddress());
    hashes.count = 0;
    const answers = await Promise.all(Array.from({ length: 300 }, () => logIn(accountOf(), 'a guess', client)));
    expect(hashes.count).toBeLessThanOrEqual(max);
    for (const { status, headers } of answers) {
      expect([401, 429, 503]).toContain(status);
      if (status !== 401) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const statuses = answers.map(({ status }) => status);
    expect(countOf(statuses, 401)).toBe(hashes.count);
    const { email, password } = await createCustomer(api, { site: 41 });
    expect((await logIn(email, password, withNewClientAddress({ site: 41 }))).status).toBe(200);
  });

  it('receive 503 once the hashing queue is full, and leave later log-ins possible', async () => {
    const { email, password } = await createCustomer(api);
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => logIn(createUniqueEmail(), 'a guess', withNewClientAddress())),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(
      countOf(
        answers.map(({ status }) => status),
        401,
      ),
    ).toBe(300 - refused.length);
    expect((await logIn(email, password, withNewClientAddress())).status).toBe(200);
  });
});

describe('the log-in limit of a network', () => {
  it('counts failed log-ins across all sites', async () => {
    const { points } = rateLimitRules['login-network'];
    const network = withNewClientAddress();
    const address = String(network.headers?.['x-client-address']);
    const { createRateLimiter } = await import('#server/api/limits/rate-limiter.ts');
    const limits = createRateLimiter(api.db);
    // Simulates failed log-ins at other sites, after which the limit of the network allows only one more.
    for (let attempt = 0; attempt < points - 1; attempt++)
      await limits.consume(1_000 + attempt, 'login-network', address);
    expect((await logIn(createUniqueEmail(), 'a guess', { ...network, site: 40 })).status).toBe(401);
    expect((await logIn(createUniqueEmail(), 'a guess', { ...network, site: 41 })).status).toBe(429);
  });

  it('does not count successful log-ins', async () => {
    const network = withNewClientAddress();
    const { email, password } = await createCustomer(api);
    for (let attempt = 0; attempt <= rateLimitRules['login-client'].points; attempt++)
      expect((await logIn(email, password, network)).status).toBe(200);
  });
});

describe('POST /register while the hashing queue is full', () => {
  it('does not count a registration refused with 503 against any limit', async () => {
    const body = createAccountRegistrationInput();
    const options = withNewClientAddress({ method: 'POST', body });
    const { promise, resolve } = Promise.withResolvers<void>();
    hashes.release = promise;
    const pendingLogIns = Array.from({ length: 100 }, () =>
      logIn(createUniqueEmail(), 'a guess', withNewClientAddress()),
    );
    // A log-in gets a response only if the full queue refuses it, so the first response shows that the queue is full.
    await Promise.race(pendingLogIns);
    for (let attempt = 0; attempt <= rateLimitRules['mail-recipient'].points; attempt++)
      expect((await call('/register', options)).status).toBe(503);
    resolve();
    await Promise.all(pendingLogIns);
    expect((await call('/register', options)).status).toBe(200);
  });
});
