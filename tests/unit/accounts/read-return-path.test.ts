import { describe, expect, test } from 'vitest';
import { readReturnPath } from '#client/features/accounts/AuthPage.tsx';

describe('readReturnPath', () => {
  test.each([
    ['?return=/checkout', '/checkout'],
    ['?return=%2Faccount%2Forders%2F7', '/account/orders/7'],
    ['?return=%2Fwithdrawal%3Forder%3D2026-00042', '/withdrawal?order=2026-00042'],
    ['?other=1&return=/', '/'],
  ])('returns for %s the path %s', (search, path) => {
    expect(readReturnPath(search)).toBe(path);
  });

  test.each([
    '',
    '?return=',
    '?return=https://elsewhere.example/',
    '?return=//elsewhere.example/',
    '?return=/\\elsewhere.example/',
    '?return=/%5Celsewhere.example',
    '?return=\\\\elsewhere.example',
    '?return=javascript:alert(1)',
    '?return=checkout',
    '?return=/a%0Ab',
    '?return=/%09/elsewhere.example',
    // These paths refer to another host, but only after their dot segments have been resolved.
    '?return=/.//elsewhere.example',
    '?return=/x/..//elsewhere.example',
    '?return=/%252e//elsewhere.example',
  ])('returns /account for %s', (search) => {
    expect(readReturnPath(search)).toBe('/account');
  });
});
