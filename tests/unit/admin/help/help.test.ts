import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFrameworkTexts } from '#client/admin/core/framework-texts.ts';
import { buildGuideFilePath, getGuideNameOfScreen, getScreenHelpKey } from '#client/admin/help/guides.ts';
import { customScreens, resourceScreens } from '#client/admin/screens/admin-screens.ts';
import { getLanguageCode, languages } from '#shared/languages.ts';

const root = join(import.meta.dirname, '../../../..');
const screens = [
  ...resourceScreens.filter(({ list, edit, show }) => list ?? edit ?? show).map(({ name, group }) => ({ name, group })),
  ...customScreens.map(({ path, group }) => ({ name: path.slice(1).split('/')[0] ?? '', group })),
];

/** Lists all texts of a file of texts, with those for each plural form. */
const listTexts = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(listTexts);

/** Normalises case, line breaks and apostrophes, which are straight in the English guides. */
const normalizeTerm = (text: string): string => text.toLowerCase().replaceAll("'", '’').replace(/\s+/g, ' ').trim();

describe.each(languages)('the help in the language %s', (lang) => {
  test.each(screens)('the screen $name has a sentence that explains its purpose', ({ name }) => {
    const key = getScreenHelpKey(name);
    const dot = key.indexOf('.');
    const texts = JSON.parse(readFileSync(join(root, `shared/texts/${lang}/${key.slice(0, dot)}.json`), 'utf8'));
    expect(texts[key.slice(dot + 1)], `${key} is missing`).toMatch(/\.$/);
  });

  test.each(screens)('the screen $name has a guide', ({ name, group }) => {
    const guide = join(root, buildGuideFilePath(getGuideNameOfScreen(name, group), lang));
    expect(existsSync(guide) && readFileSync(guide, 'utf8')).toMatch(/^# /);
  });

  test('the guides are the same as in English', () => {
    const folder = join(root, 'docs/operators/panel');
    const listGuides = (code: string) => readdirSync(join(folder, code)).sort();
    expect(listGuides(getLanguageCode(lang))).toEqual(listGuides('en'));
  });

  test('each term in bold in a guide is a text of the panel', async () => {
    const files = globSync(`shared/texts/${lang}/*.json`, { cwd: root });
    const texts = files.flatMap((file) => listTexts(JSON.parse(readFileSync(join(root, file), 'utf8'))));
    const { messages } = await loadFrameworkTexts(lang);
    const known = new Set([...texts, ...listTexts(messages)].map(normalizeTerm));
    const folder = join(root, 'docs/operators/panel', getLanguageCode(lang));
    const unknown = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\*\*(.+?)\*\*/gs)]
        .filter(([, term = '']) => !known.has(normalizeTerm(term)))
        .map(([, term]) => `${file}: ${term}`),
    );
    expect(unknown).toEqual([]);
  });
});

test('no group of the menu has more than nine entries', () => {
  const entries = [...resourceScreens, ...customScreens].filter(({ group }) => group !== null);
  const counts = Map.groupBy(entries, ({ group }) => group);
  expect([...counts].filter(([, { length }]) => length > 9).map(([group]) => group)).toEqual([]);
});
