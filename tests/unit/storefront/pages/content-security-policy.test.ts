import { describe, expect, test } from 'vitest';
import { buildContentSecurityPolicy } from '#server/storefront/pages/render-page.ts';

const styleHash = 'RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc=';
const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]));

describe('buildContentSecurityPolicy', () => {
  test('allows inline style by the hash of the theme only', () => {
    expect(directives(buildContentSecurityPolicy({ styleHash, isSecure: true })).get('style-src')).toBe(
      `'self' 'sha256-${styleHash}'`,
    );
  });

  test('allows no other origin and nothing unsafe', () => {
    const policy = directives(buildContentSecurityPolicy({ styleHash, isSecure: true }));
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect([...policy.values()].join(' ')).not.toContain('unsafe');
  });

  test.each(['script', 'connect', 'frame', 'img'] as const)('adds %s origins to that directive only', (directive) => {
    const sources = { [directive]: ['https://service.example'] };
    const plain = directives(buildContentSecurityPolicy({ styleHash, isSecure: true }));
    const policy = directives(buildContentSecurityPolicy({ styleHash, isSecure: true, sources }));
    const name = `${directive}-src`;
    expect(policy).toEqual(new Map([...plain, [name, `${plain.get(name) ?? "'self'"} https://service.example`]]));
  });

  test('upgrades insecure requests on secure sites only', () => {
    expect(buildContentSecurityPolicy({ styleHash, isSecure: true })).toContain('upgrade-insecure-requests');
    expect(buildContentSecurityPolicy({ styleHash, isSecure: false })).not.toContain('upgrade-insecure-requests');
  });
});
