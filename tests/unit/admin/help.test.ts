import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { customScreens, resourceScreens } from '#client/admin/admin-screens.ts';
import { buildGuidePath, findGuide, findSentenceKey } from '#client/admin/help/guides.ts';
import { languages } from '#shared/languages.ts';

const root = join(import.meta.dirname, '../../..');
const screens = [
  ...resourceScreens.filter(({ list, edit, show }) => list ?? edit ?? show).map(({ name, group }) => ({ name, group })),
  ...customScreens.map(({ path, group }) => ({ name: path.slice(1).split('/')[0] ?? '', group })),
];

describe.each(languages)('in the language %s', (lang) => {
  test.each(screens)('the screen $name has a sentence that says what it is for', ({ name }) => {
    const key = findSentenceKey(name);
    const dot = key.indexOf('.');
    const texts = JSON.parse(readFileSync(join(root, `shared/texts/${lang}/${key.slice(0, dot)}.json`), 'utf8'));
    expect(texts[key.slice(dot + 1)], `${key} is missing`).toMatch(/\.$/);
  });

  test.each(screens)('the screen $name has a guide', ({ name, group }) => {
    const guide = join(root, buildGuidePath(findGuide(name, group), lang));
    expect(existsSync(guide) && readFileSync(guide, 'utf8')).toMatch(/^# /);
  });
});
