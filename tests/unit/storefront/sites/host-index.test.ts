import { describe, expect, test } from 'vitest';
import { type ConfiguredSite, createHostIndex } from '#server/storefront/sites/host-index.ts';
import { SiteConfig } from '#shared/site/site-config.ts';

const site = (folder: string, config: object): ConfiguredSite => ({ folder, config: SiteConfig.parse(config) });

const chenes = site('domaine-des-chenes', {
  id: 40,
  name: 'Domaine des Chênes',
  hosts: [{ name: 'chenes.fr' }, { name: 'www.chenes.fr' }],
  origin: 'https://chenes.fr',
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  default: true,
});
const willow = site('willow-hill', {
  id: 41,
  name: 'Willow Hill',
  hosts: [{ name: 'willow.com' }, { name: 'fr.willow.com', lang: 'fr_FR' }, { name: 'www.willow.com' }],
  origin: { en: 'https://willow.com', fr_FR: 'https://fr.willow.com' },
  languages: ['en', 'fr_FR'],
  defaultLang: 'en',
});

describe('createHostIndex: public hosts', () => {
  const hosts = createHostIndex([chenes, willow], { hasLocalNames: false });

  test.each([
    ['chenes.fr', 40, 'fr_FR'],
    ['CHENES.fr:443', 40, 'fr_FR'],
    ['willow.com.', 41, 'en'],
    ['fr.willow.com', 41, 'fr_FR'],
  ])('%s resolves to site %i in %s', (header, id, lang) => {
    expect(hosts.find(header)).toMatchObject({ id, lang, redirectTo: null, isSecure: true });
  });

  test('redirects another host of the same language to the origin', () => {
    expect(hosts.find('www.chenes.fr')?.redirectTo).toBe('https://chenes.fr');
    expect(hosts.find('www.willow.com')?.redirectTo).toBe('https://willow.com');
  });

  test.each(['localhost', 'domaine-des-chenes.localhost', 'chenes.fr.evil.com', 'evil-chenes.fr', 'sub.chenes.fr'])(
    'returns undefined for %s',
    (header) => {
      expect(hosts.find(header)).toBeUndefined();
    },
  );

  test('returns one cache key per language, the same for all spellings of a host', () => {
    const key = (header: string) => hosts.find(header)?.key;
    expect(key('willow.com')).not.toBe(key('fr.willow.com'));
    expect(key('willow.com')).toBe(key('WILLOW.com:8443'));
  });

  test('returns the origins of other languages as alternates', () => {
    expect(hosts.find('willow.com')?.rendered.alternates).toEqual([
      { lang: 'en', origin: 'https://willow.com', href: 'https://willow.com' },
      { lang: 'fr_FR', origin: 'https://fr.willow.com', href: 'https://fr.willow.com' },
    ]);
  });
});

describe('createHostIndex: local names', () => {
  const hosts = createHostIndex([chenes, willow], { hasLocalNames: true });

  test.each([
    ['localhost:3000', 40, 'fr_FR'],
    ['127.0.0.1:3000', 40, 'fr_FR'],
    ['[::1]:3000', 40, 'fr_FR'],
    ['domaine-des-chenes.localhost:3000', 40, 'fr_FR'],
    ['willow-hill.localhost', 41, 'en'],
    ['en.willow-hill.localhost', 41, 'en'],
    ['fr.willow-hill.localhost', 41, 'fr_FR'],
  ])('%s resolves to site %i in %s without a redirect', (header, id, lang) => {
    expect(hosts.find(header)).toMatchObject({ id, lang, redirectTo: null, isSecure: false });
  });

  test('returns undefined for a language that the site does not have', () => {
    expect(hosts.find('en.domaine-des-chenes.localhost')).toBeUndefined();
  });

  test('returns local alternates at the same port and the public origin', () => {
    const rendered = hosts.find('willow-hill.localhost:3000')?.rendered;
    expect(rendered?.origin).toBe('https://willow.com');
    expect(rendered?.alternates.map(({ href }) => href)).toEqual([
      'http://willow-hill.localhost:3000',
      'http://fr.willow-hill.localhost:3000',
    ]);
  });

  test('includes the port in the cache key, because links on the page contain it', () => {
    expect(hosts.find('localhost:3000')?.key).not.toBe(hosts.find('localhost:3001')?.key);
  });

  test('ignores a port at which the server does not listen', () => {
    const listening = createHostIndex([chenes, willow], { hasLocalNames: true, port: 3000 });
    const forged = listening.find('willow-hill.localhost:4000');
    expect(forged?.key).toBe(listening.find('willow-hill.localhost')?.key);
    expect(forged?.rendered.alternates[0]?.href).toBe('http://willow-hill.localhost');
    expect(listening.find('localhost:3000')?.key).not.toBe(listening.find('localhost')?.key);
  });

  test('returns the same key after 100,000 forged ports', () => {
    const first = hosts.find('localhost:1');
    for (let i = 0; i < 100_000; i++)
      hosts.find(`localhost:${i % 65_536}${'0'.repeat(i > 65_535 ? 1 : 0)}`.slice(0, 15));
    expect(hosts.find('localhost:1')?.key).toBe(first?.key);
  });
});
