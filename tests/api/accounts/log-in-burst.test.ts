import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { fillTwoEstates, fromElsewhere, registration, someAddress } from '#tests/support/fixtures/accounts-estates.ts';
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { type CallOptions, testApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Hashes are computed once `release` has resolved. */
const hashes = vi.hoisted(() => ({ count: 0, release: Promise.resolve() }));
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const argon2 = (...args: Parameters<typeof crypto.argon2>): void => {
    hashes.count++;
    void hashes.release.then(() => crypto.argon2(...args));
  };
  return { ...crypto, default: crypto, argon2 };
});

const api = await testApi();
const { call } = api;

beforeAll(() => fillTwoEstates(api));

const logIn = (identifier: string, password: string, options: CallOptions) =>
  call<'POST /login'>('/login', { method: 'POST', body: { identifier, password }, ...options });

const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

describe('300 simultaneous wrong log-ins', () => {
  it.each<[string, () => string, number]>([
    ['for one account from one network', () => 'victim@mail.example', rateLimitRules['login-here'].points],
    ['for many accounts from one network', () => someAddress(), rateLimitRules['login-address'].points],
  ])('%s hash no more passwords than the limit allows', async (_, accountOf, max) => {
    const here = fromElsewhere();
    await logIn(someAddress(), 'the first call makes the dummy hash', fromElsewhere());
    hashes.count = 0;
    const answers = await Promise.all(Array.from({ length: 300 }, () => logIn(accountOf(), 'a guess', here)));
    expect(hashes.count).toBeLessThanOrEqual(max);
    for (const { status, headers } of answers) {
      expect([401, 429, 503]).toContain(status);
      if (status !== 401) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const statuses = answers.map(({ status }) => status);
    expect(countOf(statuses, 401)).toBe(hashes.count);
    const { email, password } = await newCustomer(api, { site: 41 });
    expect((await logIn(email, password, fromElsewhere({ site: 41 }))).status).toBe(200);
  });

  it('from many networks are refused with 503 once the queue for hashing is full, and those are not counted', async () => {
    const { email, password } = await newCustomer(api);
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => logIn(someAddress(), 'a guess', fromElsewhere())),
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
    expect((await logIn(email, password, fromElsewhere())).status).toBe(200);
  });
});

describe('a network', () => {
  it('that guesses at many sites reaches a limit that holds over all of them', async () => {
    const { points } = rateLimitRules['login-network'];
    const network = fromElsewhere();
    const address = String(network.headers?.['x-client-address']);
    const { createRateLimits } = await import('#server/api/limits/rate-limits.ts');
    const limits = createRateLimits(api.db);
    // As if the guesses had been made at sites that this test does not have.
    for (let attempt = 0; attempt < points - 1; attempt++)
      await limits.consume(1_000 + attempt, 'login-network', address);
    expect((await logIn(someAddress(), 'a guess', { ...network, site: 40 })).status).toBe(401);
    expect((await logIn(someAddress(), 'a guess', { ...network, site: 41 })).status).toBe(429);
  });

  it('is not limited by right passwords, however many', async () => {
    const network = fromElsewhere();
    const { email, password } = await newCustomer(api);
    for (let attempt = 0; attempt <= rateLimitRules['login-address'].points; attempt++)
      expect((await logIn(email, password, network)).status).toBe(200);
  });
});

describe('a registration that is refused because too many passwords are being hashed', () => {
  it('counts for no limit', async () => {
    const body = registration();
    const options = fromElsewhere({ method: 'POST', body });
    const { promise, resolve } = Promise.withResolvers<void>();
    hashes.release = promise;
    const crowd = Array.from({ length: 100 }, () => logIn(someAddress(), 'a guess', fromElsewhere()));
    // The crowd's calls beyond the queue are answered at once.
    await Promise.race(crowd);
    for (let attempt = 0; attempt <= rateLimitRules['mail-recipient'].points; attempt++)
      expect((await call('/register', options)).status).toBe(503);
    resolve();
    await Promise.all(crowd);
    expect((await call('/register', options)).status).toBe(200);
  });
});
