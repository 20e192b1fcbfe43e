import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLang, type Lang, languages } from '#shared/languages.ts';
import { hasUnfilledGap } from '#shared/site/go-live.ts';

const starter = join(import.meta.dirname, '../../../server/cli/starter');
const readFile = (file: string) => readFileSync(join(starter, file), 'utf8');

/** Lists the languages of each localized value in a JSON value. */
function listLocalizedLanguages(value: unknown): Lang[][] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every(isLang)) return [keys.filter(isLang)];
  return Object.values(value).flatMap(listLocalizedLanguages);
}

test.each(languages)('the starter of a new site has a page tree in %s', (lang) =>
  expect(existsSync(join(starter, `page-tree.${lang}.json`))).toBe(true),
);

test.each(languages)('either all texts of the starter are translated into %s or none', (lang) => {
  const files = globSync('**/*.json', { cwd: starter })
    .map((file) => ({ file, localized: listLocalizedLanguages(JSON.parse(readFile(file))) }))
    .filter(({ localized }) => localized.length > 0);
  const isTranslated = files.some(({ localized }) => localized.some((found) => found.includes(lang)));
  const untranslated = files.filter(({ localized }) => localized.some((found) => !found.includes(lang)));
  expect(isTranslated ? untranslated.map(({ file }) => file) : []).toEqual([]);
});

test.each(languages)('the starter of a new site has a page of the accessibility statement in %s, with gaps', (lang) => {
  expect(readFile(`page-tree.${lang}.json`)).toContain('"type": "ACCESSIBILITY"');
  const { markdown } = JSON.parse(readFile('parameters.json')).ACCESSIBILITY;
  const statement = readFile(markdown[lang] ?? '');
  expect(hasUnfilledGap(statement)).toBe(true);
  expect(statement).toContain('{{COMPANY_EMAIL}}');
});

test.each(languages)('the gaps in the terms of sale of the starter in %s, if it has any, are recognised', (lang) => {
  const terms = `legal/sale-terms.${lang}.md`;
  if (existsSync(join(starter, terms))) expect(hasUnfilledGap(readFile(terms))).toBe(true);
});
