import { expect, test } from 'vitest';
import { passwordLength } from '#shared/accounts/password.ts';
import { roles, staffRoles } from '#shared/accounts/roles.ts';

test('every role except MEMBER is a staff role', () => {
  expect(roles.filter((role) => !staffRoles.includes(role))).toEqual(['MEMBER']);
});

test('password length has a minimum that needs no composition rule and a maximum', () => {
  expect(passwordLength.min).toBeGreaterThanOrEqual(12);
  expect(passwordLength.max).toBeGreaterThanOrEqual(64);
});
