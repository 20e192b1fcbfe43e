import { expect, test } from 'vitest';
import {
  hashPassword,
  needsRehash,
  verifyDummyPassword,
  verifyPasswordAgainstHash,
} from '#server/api/accounts/passwords.ts';

test('hashPassword uses Argon2id with the configured cost and a salt per hash', async () => {
  const [one, other] = [await hashPassword('trois merles'), await hashPassword('trois merles')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect([needsRehash(one), needsRehash(one.replace('t=2', 't=1'))]).toEqual([false, true]);
});

test('verifyPasswordAgainstHash accepts the password only, and verifyDummyPassword none', async () => {
  const hash = await hashPassword('trois merles sur le toit');
  expect(await verifyPasswordAgainstHash('trois merles sur le toit', hash)).toBe(true);
  for (const wrong of ['Trois merles sur le toit', 'trois merles sur le toit ', '', 'x'.repeat(200)])
    expect(await verifyPasswordAgainstHash(wrong, hash)).toBe(false);
  expect(await verifyDummyPassword('trois merles sur le toit')).toBeNull();
});

test('verifyPasswordAgainstHash accepts a hash of the reference implementation, which is outdated', async () => {
  // The test vector of Argon2's reference implementation: "password", "somesalt", m=65536, t=2, p=1.
  const referenceHash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPasswordAgainstHash('password', referenceHash)).toBe(true);
  expect(await verifyPasswordAgainstHash('Password', referenceHash)).toBe(false);
  expect(needsRehash(referenceHash)).toBe(true);
});

test('verifyPasswordAgainstHash rejects a hash of another format', async () => {
  await expect(verifyPasswordAgainstHash('password', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow(
    'not an Argon2id PHC string',
  );
});
