import { describe, expect, it } from 'vitest';
import { isLocalDomainName, normaliseDomainName } from '#shared/site/domain-name.ts';

describe('normaliseDomainName', () => {
  it.each([
    ['www.domaine-a.fr', 'www.domaine-a.fr'],
    ['  WWW.Domaine-A.FR. ', 'www.domaine-a.fr'],
    ['https://www.domaine-a.fr/', 'www.domaine-a.fr'],
    ['château.fr', 'xn--chteau-xta.fr'],
    ['xn--chteau-xta.fr', 'xn--chteau-xta.fr'],
    [`${'a'.repeat(63)}.fr`, `${'a'.repeat(63)}.fr`],
  ])('converts %j to %s', (text, name) => {
    expect(normaliseDomainName(text)).toBe(name);
  });

  it.each([
    '',
    'localhost',
    'domaine-a',
    '.fr',
    'a..fr',
    '-a.fr',
    'a-.fr',
    'a_b.fr',
    '*.domaine-a.fr',
    `${'a'.repeat(64)}.fr`,
    `${'a.'.repeat(130)}fr`,
    '192.0.2.7',
    '0x7f.1',
    '2130706433',
    '[2001:db8::1]',
    'domaine-a.fr:8080',
    'domaine-a.fr/vins',
    'domaine-a.fr?a=b',
    'user@domaine-a.fr',
    'ftp://domaine-a.fr',
    'domaine a.fr',
    'a%2e.fr',
  ])('refuses %j', (text) => {
    expect(normaliseDomainName(text)).toBeNull();
  });
});

describe('isLocalDomainName', () => {
  it.each(['chai.localhost', 'a.b.internal', 'imprimante.local', '1.10.in-addr.arpa', 'chai.onion'])(
    'is true for %s',
    (name) => expect(isLocalDomainName(name)).toBe(true),
  );

  it.each(['domaine-a.fr', 'local.fr', 'localhost.fr', 'domaine-a.example'])('is false for %s', (name) =>
    expect(isLocalDomainName(name)).toBe(false),
  );
});
