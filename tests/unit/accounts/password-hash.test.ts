import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isPassword, verifyDummyPassword } from '#server/api/accounts/password-hash.ts';

test('a hash is Argon2id at the cost that is asked for, with a salt of its own', async () => {
  const [one, other] = [await hashPassword('trois merles'), await hashPassword('trois merles')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect([isOutdated(one), isOutdated(one.replace('t=2', 't=1'))]).toEqual([false, true]);
});

test('the password is recognised, and nothing else', async () => {
  const hash = await hashPassword('trois merles sur le toit');
  expect(await isPassword('trois merles sur le toit', hash)).toBe(true);
  for (const wrong of ['Trois merles sur le toit', 'trois merles sur le toit ', '', 'x'.repeat(200)])
    expect(await isPassword(wrong, hash)).toBe(false);
  expect(await verifyDummyPassword('trois merles sur le toit')).toBeNull();
});

test('a hash by other means is recognised too', async () => {
  // The test vector of the reference implementation: "password", "somesalt", m=65536, t=2, p=1.
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await isPassword('password', known)).toBe(true);
  expect(await isPassword('Password', known)).toBe(false);
  expect(isOutdated(known)).toBe(true);
});

test('what is no hash of ours is a defect', async () => {
  await expect(isPassword('password', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('not of the form');
});
