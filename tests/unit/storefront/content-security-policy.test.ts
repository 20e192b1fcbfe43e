import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '#server/storefront/pages/content-security-policy.ts';

const themeStyle = ':root{--primary:#2f5d3a}';
const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]));

test('the theme’s style is allowed by its hash, and no other', () => {
  const hash = createHash('sha256').update(themeStyle).digest('base64');
  expect(directives(contentSecurityPolicy({ themeStyle, isSecure: true })).get('style-src')).toBe(
    `'self' 'sha256-${hash}'`,
  );
});

test('nothing comes from anywhere else', () => {
  const policy = directives(contentSecurityPolicy({ themeStyle, isSecure: true }));
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('connect-src')).toBe("'self'");
  expect(policy.get('object-src')).toBe("'none'");
  expect(policy.get('frame-ancestors')).toBe("'none'");
  expect([...policy.values()].join(' ')).not.toContain('unsafe');
});

test('a page’s own hosts of pictures are added to its pictures, and to nothing else', () => {
  const hosts = { imageHosts: ['https://tiles.example'] };
  const plain = directives(contentSecurityPolicy({ themeStyle, isSecure: true }));
  const policy = directives(contentSecurityPolicy({ themeStyle, isSecure: true, ...hosts }));
  expect(plain.get('img-src')).toBe("'self' data:");
  expect(policy).toEqual(new Map([...plain, ['img-src', "'self' data: https://tiles.example"]]));
});

test('plain http is not upgraded where the site is plain http', () => {
  expect(contentSecurityPolicy({ themeStyle, isSecure: true })).toContain('upgrade-insecure-requests');
  expect(contentSecurityPolicy({ themeStyle, isSecure: false })).not.toContain('upgrade-insecure-requests');
});
