import { expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { isDatabaseUnavailable } from '#server/api/database/database-unavailable.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const limits = createRateLimiter(db);
const { points, seconds } = rateLimitRules['closure-account'];

test('a rate limit allows exactly the configured number of attempts', async () => {
  const answers: boolean[] = [];
  for (let attempt = 0; attempt <= points; attempt++) {
    expect(await limits.hasLeft(40, 'closure-account', 'ada@mail.example')).toBe(attempt < points);
    answers.push(await limits.consume(40, 'closure-account', 'Ada@mail.example '));
  }
  expect(answers).toEqual([...Array.from({ length: points }, () => true), false]);
  const wait = await limits.retryAfterSeconds(40, 'closure-account', 'ada@mail.example');
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(seconds);
});

test('a rate limit is shared by replicas and separate for each site, rule and key', async () => {
  const replica = createRateLimiter(db);
  expect(await replica.consume(40, 'closure-account', 'ada@mail.example')).toBe(false);
  expect(await replica.consume(41, 'closure-account', 'ada@mail.example')).toBe(true);
  expect(await replica.consume(40, 'closure-account', 'eve@mail.example')).toBe(true);
  expect(await replica.consume(40, 'mail-recipient', 'ada@mail.example')).toBe(true);
});

test('a reset allows new attempts', async () => {
  await limits.reset(40, 'closure-account', 'ada@mail.example');
  expect(await limits.hasLeft(40, 'closure-account', 'ada@mail.example')).toBe(true);
  expect(await limits.consume(40, 'closure-account', 'ada@mail.example')).toBe(true);
});

test('a refusal states at least one second, although its period has ended in the meantime', async () => {
  for (let attempt = 0; attempt <= points; attempt++) await limits.consume(41, 'closure-account', 'late@mail.example');
  await db.$client.query("update rate_limits set expire = $1 where key like '41:%' and points > $2", [
    Date.now() - 1,
    points,
  ]);
  expect(await limits.hasLeft(41, 'closure-account', 'late@mail.example')).toBe(true);
  expect(await limits.retryAfterSeconds(41, 'closure-account', 'late@mail.example')).toBe(1);
});

test('simultaneous attempts are counted individually', async () => {
  const results = await Promise.all(
    Array.from({ length: 30 }, () => limits.consume(40, 'closure-account', 'many@mail.example')),
  );
  expect(results.filter(Boolean)).toHaveLength(points);
});

test('the addresses of one IPv6 network share a limit', async () => {
  const points = rateLimitRules['reset-client'].points;
  for (let attempt = 0; attempt < points; attempt++)
    await limits.consume(40, 'reset-client', `2001:db8:0:7::${(attempt + 1).toString(16)}`);
  expect(await limits.consume(40, 'reset-client', '2001:0DB8::7:1:2:3:4')).toBe(false);
  expect(await limits.consume(40, 'reset-client', '2001:db8:0:8::1')).toBe(true);
  expect(await limits.consume(40, 'reset-client', '::ffff:192.0.2.1')).toBe(true);
});

test('the limits over all sites count /48 networks', async () => {
  const { points } = rateLimitRules['reset-network'];
  for (let attempt = 0; attempt < points; attempt++)
    await limits.consume(1_000 + attempt, 'reset-network', `2001:db8:7:${attempt.toString(16)}::1`);
  expect(await limits.consume(40, 'reset-network', '2001:db8:7:ffff::1')).toBe(false);
  expect(await limits.consume(40, 'reset-network', '2001:db8:8::1')).toBe(true);
});

test('a mailbox has one limit over all sites', async () => {
  for (const limit of ['mail-recipient', 'reset-account', 'withdrawal-recipient', 'guest-order-recipient'] as const) {
    const { points } = rateLimitRules[limit];
    for (let attempt = 0; attempt < points; attempt++) await limits.consume(40 + attempt, limit, 'all@mail.example');
    expect(await limits.consume(99, limit, 'all@mail.example')).toBe(false);
    await limits.reset(40, limit, 'all@mail.example');
  }
});

test('plus-addresses of one mailbox share a limit', async () => {
  for (let attempt = 0; attempt < rateLimitRules['mail-recipient'].points; attempt++)
    expect(await limits.consume(40, 'mail-recipient', `victim+${attempt}@mail.example`)).toBe(true);
  expect(await limits.consume(40, 'mail-recipient', 'victim@mail.example')).toBe(false);
  expect(await limits.consume(40, 'mail-recipient', 'victim.other@mail.example')).toBe(true);
});

test('stored keys contain the site and a hash, but no personal data', async () => {
  const { rows } = await db.$client.query<{ key: string }>('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(3);
  for (const { key } of rows)
    expect(key).toMatch(/^(4[01]:(closure-account|reset-client)|0:(mail-recipient|reset-network)):[\w-]{32}$/);
});

test('expired limits are deleted by the next attempt', async () => {
  const count = async () => (await db.$client.query('select from rate_limits')).rowCount;
  expect(await count()).toBeGreaterThan(3);
  await db.$client.query('update rate_limits set expire = 1');
  await createRateLimiter(db).consume(40, 'mail-recipient', 'new@mail.example');
  expect(await count()).toBe(1);
});

test('a rate limit throws while the database is unreachable, so that a caller is neither admitted nor limited', async () => {
  // No server listens on port 1, so that every connection to the database fails.
  const unreachable = createDatabasePool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' });
  const unreachableLimits = createRateLimiter(unreachable);
  for (const failure of [
    unreachableLimits.consume(40, 'closure-account', 'a'),
    unreachableLimits.hasLeft(40, 'closure-account', 'a'),
  ])
    expect(await failure.catch(isDatabaseUnavailable)).toBe(true);
  await unreachable.$client.end();
});

test('an attempt at several limits is refused by the first that is reached, and not counted by those after it', async () => {
  const attempt = [
    ['guest-order-client', '198.51.100.7'],
    ['guest-order-recipient', 'guest@mail.example'],
    ['password-account', 'guest@mail.example'],
  ] as const;
  const allowed = rateLimitRules['guest-order-recipient'].points;
  for (let count = 0; count < allowed; count++) expect(await limits.consumeAll(40, attempt)).toBeNull();
  for (let count = 0; count < 20; count++) expect(await limits.consumeAll(40, attempt)).toEqual(attempt[1]);
  const left = rateLimitRules['password-account'].points - allowed;
  expect(left).toBeGreaterThan(0);
  for (let count = 0; count < left; count++)
    expect(await limits.consume(40, 'password-account', 'guest@mail.example')).toBe(true);
  expect(await limits.consume(40, 'password-account', 'guest@mail.example')).toBe(false);
});

test('simultaneous attempts at the same limits in another order are all counted', async () => {
  const attempts = [
    ['closure-account', 'one@mail.example'],
    ['password-account', 'two@mail.example'],
  ] as const;
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      limits.consumeAll(41, index % 2 === 0 ? attempts : [...attempts].reverse()),
    ),
  );
  expect(results.filter((refused) => refused === null)).toHaveLength(points);
});
