import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { getLanguageRecord, languages } from '#shared/languages.ts';

const folder = join(import.meta.dirname, '../../shared/texts');

test('every language has a folder of texts and every folder a language', () => {
  expect(readdirSync(folder).sort()).toEqual([...languages].sort());
});

describe.each(languages)('%s', (lang) => {
  const { locale, hostLabel, country } = getLanguageRecord(lang);

  test('has a locale for which Intl has date and plural rules', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(Intl.PluralRules.supportedLocalesOf(locale)).toEqual([locale]);
  });

  test('has a host label that is one DNS label, and a country code', () => {
    expect(hostLabel).toMatch(/^[a-z]{2,8}$/);
    expect(country).toMatch(/^[A-Z]{2}$/);
  });

  test('has every text file that English has', () => {
    const missing = readdirSync(join(folder, 'en')).filter((file) => !existsSync(join(folder, lang, file)));
    expect(missing).toEqual([]);
  });
});

test('host labels are distinct', () => {
  expect(new Set(languages.map((lang) => getLanguageRecord(lang).hostLabel)).size).toBe(languages.length);
});

test('readTextsByLanguage rejects a missing key with the file and the key', () => {
  expect(() => readTextsByLanguage('plain-pages', ['unknown_host.title', 'no_such_key'])).toThrow(
    /plain-pages\.json lacks no_such_key/,
  );
});
