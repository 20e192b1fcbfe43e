import { expect, test } from 'vitest';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import { roles, staffRoles } from '#shared/accounts/roles.ts';

test('every role except MEMBER is a staff role', () => {
  expect(roles.filter((role) => !staffRoles.includes(role))).toEqual(['MEMBER']);
});

test('password length has a minimum that needs no composition rule and a maximum', () => {
  expect(passwordLengthLimits.min).toBeGreaterThanOrEqual(12);
  expect(passwordLengthLimits.max).toBeGreaterThanOrEqual(64);
});
