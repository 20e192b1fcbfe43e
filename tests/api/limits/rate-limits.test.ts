import { expect, test } from 'vitest';
import { openPool } from '#server/api/database/connect.ts';
import { isDatabaseAway } from '#server/api/database/database-away.ts';
import { createRateLimits, rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { testDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await testDatabase();
const limits = createRateLimits(db);
const { points, seconds } = rateLimitRules['reset-account'];

test('so many tries are allowed and no more', async () => {
  const answers: boolean[] = [];
  for (let tried = 0; tried <= points; tried++) {
    expect(await limits.hasLeft(40, 'reset-account', 'ada@mail.example')).toBe(tried < points);
    answers.push(await limits.consume(40, 'reset-account', 'Ada@mail.example '));
  }
  expect(answers).toEqual([...Array.from({ length: points }, () => true), false]);
  const wait = await limits.retryAfterSeconds(40, 'reset-account', 'ada@mail.example');
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(seconds);
});

test('another replica counts on, another estate, person and limit count for themselves', async () => {
  const replica = createRateLimits(db);
  expect(await replica.consume(40, 'reset-account', 'ada@mail.example')).toBe(false);
  expect(await replica.consume(41, 'reset-account', 'ada@mail.example')).toBe(true);
  expect(await replica.consume(40, 'reset-account', 'eve@mail.example')).toBe(true);
  expect(await replica.consume(40, 'mail-recipient', 'ada@mail.example')).toBe(true);
});

test('what is forgiven may be tried again', async () => {
  await limits.reset(40, 'reset-account', 'ada@mail.example');
  expect(await limits.retryAfterSeconds(40, 'reset-account', 'ada@mail.example')).toBe(0);
  expect(await limits.consume(40, 'reset-account', 'ada@mail.example')).toBe(true);
});

test('simultaneous tries are counted one by one', async () => {
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => limits.consume(40, 'reset-account', 'many@mail.example')),
  );
  expect(tries.filter(Boolean)).toHaveLength(points);
});

test('the addresses of one network of version 6 count as one', async () => {
  const most = rateLimitRules['reset-address'].points;
  for (let tried = 0; tried < most; tried++)
    await limits.consume(40, 'reset-address', `2001:db8:0:7::${(tried + 1).toString(16)}`);
  expect(await limits.consume(40, 'reset-address', '2001:0DB8::7:1:2:3:4')).toBe(false);
  expect(await limits.consume(40, 'reset-address', '2001:db8:0:8::1')).toBe(true);
  expect(await limits.consume(40, 'reset-address', '::ffff:192.0.2.1')).toBe(true);
});

test('invented parts of an address of mail count as the mailbox that they lead to', async () => {
  for (let tried = 0; tried < rateLimitRules['mail-recipient'].points; tried++)
    expect(await limits.consume(40, 'mail-recipient', `victim+${tried}@mail.example`)).toBe(true);
  expect(await limits.consume(40, 'mail-recipient', 'victim@mail.example')).toBe(false);
  expect(await limits.consume(40, 'mail-recipient', 'victim.other@mail.example')).toBe(true);
});

test('nobody can be read in the keys, and each names its estate', async () => {
  const { rows } = await db.$client.query<{ key: string }>('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(3);
  for (const { key } of rows) expect(key).toMatch(/^4[01]:(reset-account|reset-address|mail-recipient):[\w-]{32}$/);
});

test('what is over is cleared by whoever counts next', async () => {
  const count = async () => (await db.$client.query('select from rate_limits')).rowCount;
  expect(await count()).toBeGreaterThan(3);
  await db.$client.query('update rate_limits set expire = 1');
  await createRateLimits(db).consume(40, 'mail-recipient', 'new@mail.example');
  expect(await count()).toBe(1);
});

test('while the database is away, nobody is let through and nobody is told that it was too often', async () => {
  // Nobody listens at port 1.
  const away = openPool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' });
  const none = createRateLimits(away);
  for (const failure of [none.consume(40, 'reset-account', 'a'), none.hasLeft(40, 'reset-account', 'a')])
    expect(await failure.catch(isDatabaseAway)).toBe(true);
  await away.$client.end();
});
