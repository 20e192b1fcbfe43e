import { describe, expect, it } from 'vitest';
import { addDomain, changeDomain, changeLanguages, maxDomains, removeDomain } from '#shared/site/edit-site-hosting.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';

const hosting: SiteHosting = {
  hosts: [
    { name: 'estate.example', lang: 'en' },
    { name: 'www.estate.example', lang: 'en' },
    { name: 'fr.estate.example', lang: 'fr_FR' },
  ],
  origins: { en: 'https://estate.example', fr_FR: 'https://fr.estate.example' },
  languages: ['en', 'fr_FR'],
  defaultLang: 'en',
};
const french: SiteHosting = {
  hosts: [
    { name: 'estate.example', lang: 'fr_FR' },
    { name: 'new.example', lang: 'fr_FR' },
  ],
  origins: { fr_FR: 'http://estate.example:8080' },
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
};
const draft = (name: string, overrides: object = {}) => ({
  name,
  lang: 'en' as const,
  isCanonical: false,
  ...overrides,
});

describe('addDomain', () => {
  it('adds a domain that redirects, or one that becomes canonical with the scheme and port of the others', () => {
    expect(addDomain(hosting, draft('b.example'))).toMatchObject({
      value: { hosts: [...hosting.hosts, { name: 'b.example', lang: 'en' }], origins: hosting.origins },
    });
    expect(addDomain(french, draft('b.example', { lang: 'fr_FR', isCanonical: true }))).toMatchObject({
      value: { origins: { fr_FR: 'http://b.example:8080' } },
    });
  });

  it('refuses a listed domain, a language that is not offered, and more than the maximum', () => {
    expect(addDomain(hosting, draft('estate.example'))).toMatchObject({ refusal: 'domain_listed' });
    expect(addDomain(french, draft('b.example'))).toMatchObject({ refusal: 'language_not_offered' });
    const hosts = Array.from({ length: maxDomains }, (_, i) => ({ name: `d${i}.example`, lang: 'en' as const }));
    expect(addDomain({ ...hosting, hosts }, draft('b.example'))).toMatchObject({ refusal: 'too_many_domains' });
  });
});

describe('changeDomain', () => {
  it('renames the canonical domain with its origin', () => {
    expect(changeDomain(hosting, 'estate.example', draft('b.example', { isCanonical: true }))).toMatchObject({
      value: { origins: { en: 'https://b.example' }, hosts: [{ name: 'b.example' }, {}, {}] },
    });
  });

  it('leaves each language a canonical domain', () => {
    for (const change of [draft('estate.example'), draft('estate.example', { lang: 'fr_FR', isCanonical: true })])
      expect(changeDomain(hosting, 'estate.example', change)).toMatchObject({ refusal: 'domain_canonical' });
  });

  it('refuses an unknown domain, and the name of another one', () => {
    expect(changeDomain(hosting, 'b.example', draft('c.example'))).toMatchObject({ refusal: 'not_found' });
    expect(changeDomain(hosting, 'www.estate.example', draft('fr.estate.example'))).toMatchObject({
      refusal: 'domain_listed',
    });
  });
});

describe('removeDomain', () => {
  it('removes a domain that redirects only', () => {
    expect(removeDomain(hosting, 'www.estate.example')).toMatchObject({ ok: true, value: { hosts: { length: 2 } } });
    expect(removeDomain(hosting, 'fr.estate.example')).toMatchObject({ refusal: 'domain_canonical' });
    expect(removeDomain(hosting, 'b.example')).toMatchObject({ refusal: 'not_found' });
  });

  it('keeps the last domain', () => {
    const single = { ...french, hosts: french.hosts.slice(0, 1) };
    expect(removeDomain(single, 'estate.example')).toMatchObject({ refusal: 'last_domain' });
  });
});

describe('changeLanguages', () => {
  it('changes the order and the default language', () => {
    const outcome = changeLanguages(hosting, { languages: [{ lang: 'fr_FR' }, { lang: 'en' }], defaultLang: 'fr_FR' });
    expect(outcome).toEqual({
      ok: true,
      value: { ...hosting, languages: ['fr_FR', 'en'], defaultLang: 'fr_FR' },
    });
  });

  it('lets the domains of a language that is taken away redirect to the default language', () => {
    const outcome = changeLanguages(hosting, { languages: [{ lang: 'en' }], defaultLang: 'en' });
    expect(outcome).toMatchObject({
      value: {
        hosts: hosting.hosts.map(({ name }) => ({ name, lang: 'en' })),
        origins: { en: 'https://estate.example' },
      },
    });
    expect(Object.keys(outcome.ok ? outcome.value.origins : {})).toEqual(['en']);
  });

  it('shows a new language at a domain that no other language needs', () => {
    const add = (domain?: string) =>
      changeLanguages(french, { languages: [{ lang: 'fr_FR' }, { lang: 'en', domain }], defaultLang: 'fr_FR' });
    expect(add('new.example')).toMatchObject({
      value: { hosts: [{ lang: 'fr_FR' }, { lang: 'en' }], origins: { en: 'http://new.example:8080' } },
    });
    for (const domain of [undefined, 'estate.example', 'unknown.example'])
      expect(add(domain)).toMatchObject({ refusal: 'language_without_domain' });
  });

  it('replaces the only language by another one at the same domain', () => {
    const draftOfOne = { languages: [{ lang: 'en' as const, domain: 'estate.example' }], defaultLang: 'en' as const };
    expect(changeLanguages(french, draftOfOne)).toMatchObject({
      value: { origins: { en: 'http://estate.example:8080' }, languages: ['en'] },
    });
  });

  it.each([
    [[{ lang: 'fr_FR' as const }, { lang: 'fr_FR' as const }], 'fr_FR' as const],
    [[{ lang: 'fr_FR' as const }], 'en' as const],
  ])('refuses a repeated language and a default language that is not offered', (languages, defaultLang) => {
    expect(changeLanguages(hosting, { languages, defaultLang })).toMatchObject({ refusal: 'languages_invalid' });
  });
});
