import { describe, expect, it, test } from 'vitest';
import { addFontFile, removeFontFile, suggestFamilyName } from '#client/admin/site/fonts/font-families.ts';

test.each([
  ['SourceSans3-SemiBold.woff2', 'Source Sans 3'],
  ['Mulish-VariableFont_wght.woff2', 'Mulish'],
  ['mulish_700.woff2', 'Mulish'],
  ['Parisienne.woff2', 'Parisienne'],
])('suggestFamilyName(%s) returns %s', (file, name) => expect(suggestFamilyName(file)).toBe(name));

describe('addFontFile', () => {
  const mulish = { name: 'Mulish', files: [1] };

  it('adds a file to the family of its name, once', () => {
    const families = addFontFile([mulish], { id: 2, name: 'Mulish-Bold.woff2' });
    expect(families).toEqual([{ name: 'Mulish', files: [1, 2] }]);
    expect(addFontFile(families, { id: 2, name: 'Mulish-Bold.woff2' })).toEqual(families);
  });

  it('creates a family for a file of another name', () => {
    expect(addFontFile([mulish], { id: 3, name: 'Lato.woff2' })).toEqual([mulish, { name: 'Lato', files: [3] }]);
  });
});

describe('removeFontFile', () => {
  it('removes a family with its last file', () => {
    const families = [
      { name: 'Mulish', files: [1, 2] },
      { name: 'Lato', files: [3] },
    ];
    expect(removeFontFile(families, 0, 1)).toEqual([{ name: 'Mulish', files: [2] }, families[1]]);
    expect(removeFontFile(families, 1, 3)).toEqual([families[0]]);
  });
});
