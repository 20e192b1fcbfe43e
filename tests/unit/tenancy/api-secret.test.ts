import { expect, test } from 'vitest';
import { hasApiSecret } from '#server/api/tenancy/current-site.ts';

test('hasApiSecret accepts both secrets while they are rotated, and no other', () => {
  const secrets = ['the-new-secret-of-both', 'the-secret-from-before'];
  for (const secret of secrets) expect(hasApiSecret({ 'x-api-secret': secret }, secrets)).toBe(true);
  for (const headers of [{}, { 'x-api-secret': '' }, { 'x-api-secret': 'the-new-secret-of-botH' }])
    expect(hasApiSecret(headers, [...secrets, ''])).toBe(false);
});
