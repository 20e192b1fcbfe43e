import { describe, expect, test } from 'vitest';
import { parseHtmlBlocks } from '#server/api/pdf/parse-html-blocks.ts';
import { renderTextBlocksPdf } from '#server/api/pdf/render-html-pdf.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';

const options = {
  title: 'Conditions',
  author: 'Domaine d’Essai',
  lang: 'fr-FR',
  date: new Date(0),
  footer: 'Page {page} sur {pages}',
};

describe('renderTextBlocksPdf', () => {
  test.each([
    ['a narrow no-break space', '12\u202f€', '12\u202f€'],
    ['ligatures, quotes and dashes', 'œuvre « à l’ombre » – …', 'œuvre « à l’ombre » – …'],
    ['Central European letters', 'Łódź, Dvořák', 'Łódź, Dvořák'],
    ['Greek and Cyrillic', 'Οινοποιείο, вино', 'Οινοποιείο, вино'],
    ['mathematical signs and arrows', '≥ 6 → ≠ 7', '≥ 6 → ≠ 7'],
    ['check boxes', '☐ ☑ ✓', '☐ ☑ ✓'],
    ['composed letters for combining marks', 'e\u0301te\u0301', 'été'],
    ['no control characters', 'a\u0007b', 'ab'],
  ])('keeps %s', async (_, given, printed) => {
    const text = extractPdfText(await renderTextBlocksPdf(parseHtmlBlocks(`<p>${given}</p>`), options));
    expect(text.split('\n')).toContain(printed);
  });

  test.each(['<strong>Łódź</strong>', '<em>Łódź</em>', '<strong><em>Łódź</em></strong>', '<h2>Łódź</h2>'])(
    'embeds the same characters in every style: %s',
    async (html) => expect(extractPdfText(await renderTextBlocksPdf(parseHtmlBlocks(html), options))).toContain('Łódź'),
  );
});

test('renderTextBlocksPdf numbers all pages and is deterministic', async () => {
  const blocks = parseHtmlBlocks(
    '<h2>Titre</h2><p>Une phrase assez longue pour remplir une ligne entière.</p>'.repeat(60),
  );
  const file = await renderTextBlocksPdf(blocks, options);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  const footers = [...extractPdfText(file).matchAll(/Page (\d+) sur (\d+)/g)].map(
    ([, page, pages]) => `${page}/${pages}`,
  );
  expect(footers.length).toBeGreaterThan(2);
  expect(footers).toEqual(footers.map((_, index) => `${index + 1}/${footers.length}`));
  expect(await renderTextBlocksPdf(blocks, options)).toEqual(file);
});
