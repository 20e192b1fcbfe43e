import { describe, expect, it } from 'vitest';
import {
  addDomain,
  changeDomain,
  changeLanguages,
  type DomainInput,
  removeDomain,
} from '#shared/site/edit-site-hosting.ts';
import { findDomainsToCheck } from '#shared/site/find-domains-to-check.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';

const hosting: SiteHosting = {
  hosts: [
    { name: 'estate.example', lang: 'fr_FR' },
    { name: 'www.estate.example', lang: 'fr_FR' },
  ],
  origins: { fr_FR: 'https://estate.example' },
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
};
const draft = (name: string, isCanonical = false): DomainInput => ({ name, lang: 'fr_FR', isCanonical });
const check = (
  edited: ReturnType<typeof addDomain> | ReturnType<typeof changeDomain> | ReturnType<typeof removeDomain>,
) => {
  if (!edited.ok) throw new Error(edited.refusal);
  return findDomainsToCheck(hosting, edited.value);
};

describe('findDomainsToCheck', () => {
  it('finds a domain that is added, renamed or made canonical', () => {
    expect(check(addDomain(hosting, draft('new.example')))).toEqual({ added: ['new.example'], canonical: [] });
    const main = ['new.example'];
    expect(check(addDomain(hosting, draft('new.example', true)))).toEqual({ added: main, canonical: main });
    expect(check(changeDomain(hosting, 'www.estate.example', draft('new.example')))).toEqual({
      added: main,
      canonical: [],
    });
    expect(check(changeDomain(hosting, 'estate.example', draft('new.example', true)))).toEqual({
      added: main,
      canonical: main,
    });
    expect(check(changeDomain(hosting, 'www.estate.example', draft('www.estate.example', true)))).toEqual({
      added: [],
      canonical: ['www.estate.example'],
    });
  });

  it('finds the domain of a new language, which becomes canonical', () => {
    const languages = [{ lang: 'fr_FR' as const }, { lang: 'en' as const, domain: 'www.estate.example' }];
    const edited = changeLanguages(hosting, { languages, defaultLang: 'fr_FR' });
    if (!edited.ok) throw new Error(edited.refusal);
    expect(findDomainsToCheck(hosting, edited.value)).toEqual({ added: [], canonical: ['www.estate.example'] });
    const without = changeLanguages(edited.value, { languages: [{ lang: 'fr_FR' }], defaultLang: 'fr_FR' });
    if (!without.ok) throw new Error(without.refusal);
    expect(findDomainsToCheck(edited.value, without.value)).toEqual({ added: [], canonical: [] });
  });

  it('finds nothing in a removal, and a domain again that is added after it', () => {
    const removed = removeDomain(hosting, 'www.estate.example');
    if (!removed.ok) throw new Error(removed.refusal);
    expect(findDomainsToCheck(hosting, removed.value)).toEqual({ added: [], canonical: [] });
    expect(findDomainsToCheck(removed.value, hosting).added).toEqual(['www.estate.example']);
  });
});
