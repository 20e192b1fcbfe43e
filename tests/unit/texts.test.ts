import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { englishDictionary, frenchDictionary } from '#tests/support/fixtures/dictionary.ts';

const folder = join(import.meta.dirname, '../../shared/texts');
const read = (lang: string, file: string) =>
  JSON.parse(readFileSync(join(folder, lang, file), 'utf8')) as Record<string, string | Record<string, string>>;
const placeholdersIn = (text: string | Record<string, string>) =>
  [...new Set((typeof text === 'string' ? text : Object.values(text).join()).match(/\{\w+\}/g) ?? [])].sort();

const files = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'));

describe.each(files)('texts/*/%s', (file) => {
  const en = read('en', file);
  test.each(languages)('has the keys of English in %s', (lang) =>
    expect(Object.keys(read(lang, file)).sort()).toEqual(Object.keys(en).sort()),
  );
  test.each(languages)('has the placeholders of English in %s', (lang) => {
    const texts = read(lang, file);
    for (const [key, text] of Object.entries(en))
      expect([key, placeholdersIn(texts[key] ?? '')]).toEqual([key, placeholdersIn(text)]);
  });
  test('follows French typography', () => {
    const violations = Object.values(read('fr_FR', file))
      .flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))
      .filter((text) => / [;:!?»]|« |\u202f[:»]|«\u202f|\u00a0[;!?]|'|\d (€|%|cl)/.test(text));
    expect(violations).toEqual([]);
  });
});

const texts = createTextsWithLazyDomains('fr_FR', frenchDictionary, 'Europe/Paris');

test('createTextsWithLazyDomains fills placeholders and formats numbers in its language', () => {
  expect(texts.t('places.today', { hours: '9 h' })).toContain('9 h');
  expect(texts.number(1234.5)).toBe('1\u202f234,5');
});

test('createTextsWithLazyDomains puts the currency sign where its language puts it', () => {
  expect(texts.euros(11.5)).toBe('11,50\u00a0€');
  expect(createTextsWithLazyDomains('en', englishDictionary, 'Europe/Paris').euros(11.5)).toBe('€11.50');
});

test('createTextsWithLazyDomains formats a day without a time as it is, in every time zone', () => {
  for (const timeZone of ['Europe/Paris', 'Pacific/Wallis', 'Pacific/Pago_Pago'])
    expect(createTextsWithLazyDomains('fr_FR', frenchDictionary, timeZone).date('2026-06-30')).toBe('30 juin 2026');
});

test('createTextsWithLazyDomains formats dates in the time zone of the site', () => {
  expect(texts.date('2026-06-30T22:30:00Z')).toBe('1 juillet 2026');
});
