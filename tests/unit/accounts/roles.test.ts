import { expect, test } from 'vitest';
import { passwordLength } from '#shared/accounts/password.ts';
import { roles, staffRoles } from '#shared/accounts/roles.ts';

test('everyone but a member runs the shop', () => {
  expect(roles.filter((role) => !staffRoles.includes(role))).toEqual(['MEMBER']);
});

test('a password is long enough to need no other rule, and bounded', () => {
  expect(passwordLength.least).toBeGreaterThanOrEqual(12);
  expect(passwordLength.most).toBeGreaterThanOrEqual(64);
});
