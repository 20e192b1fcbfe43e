import { describe, expect, test } from 'vitest';
import { getTextInLanguage, setLocalizedText } from '#client/admin/inputs/localized-text.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const both: readonly Lang[] = ['fr_FR', 'en'];

describe('setLocalizedText', () => {
  test.each<[string, Localized | null, readonly Lang[], Localized]>([
    ['keeps one text for a site with one language', 'Rouge', ['fr_FR'], 'Rosé'],
    ['splits a text for all languages', 'Merlot', both, { fr_FR: 'Rosé', en: 'Merlot' }],
    ['keeps the other languages', { fr_FR: 'Rouge', en: 'Red' }, both, { fr_FR: 'Rosé', en: 'Red' }],
    ['starts with one language', null, both, { fr_FR: 'Rosé' }],
    ['keeps languages that the site does not show', { en: 'Red' }, ['fr_FR'], { en: 'Red', fr_FR: 'Rosé' }],
  ])('%s', (_title, text, languages, expected) => {
    expect(setLocalizedText(text, 'fr_FR', 'Rosé', languages)).toEqual(expected);
  });
});

test('getTextInLanguage returns no text of another language', () => {
  expect(getTextInLanguage({ en: 'Red' }, 'fr_FR')).toBe('');
  expect(getTextInLanguage('Merlot', 'fr_FR')).toBe('Merlot');
});
