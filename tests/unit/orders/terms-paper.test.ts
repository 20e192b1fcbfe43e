import { describe, expect, test } from 'vitest';
import { parseHtmlBlocks } from '#server/api/pdf/html-blocks.ts';
import { renderPdf } from '#server/api/pdf/lay-out-pdf.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

/** Each block as a line: mark, indent, text. */
const lines = (html: string) =>
  parseHtmlBlocks(html).map(({ kind, level, depth, marker, runs }) =>
    [kind === 'heading' ? `h${level}` : kind, depth, marker, runs.map(({ text }) => text).join('')].join('/'),
  );

describe('HTML on paper', () => {
  test.each([
    ['headings and paragraphs', '<h2>A</h2>\n<p>b\n  c</p><h3>D</h3>', ['heading', 'text', 'heading']],
    ['text without a paragraph', 'a<p>b</p>c', ['text', 'text', 'text']],
  ])('%s are blocks', (_, html, kinds) => expect(parseHtmlBlocks(html).map(({ kind }) => kind)).toEqual(kinds));

  test('space is as in a page', () => expect(lines('<p> a\n <b> b </b>\tc<br> d </p>')).toEqual(['text/0//a b c\nd']));

  test('lists have their marks and depth', () => {
    const html = '<ul><li>a</li><li><p>b</p><p>c</p><ol start="3"><li>d</li><li>e</li></ol></li></ul><p>f</p>';
    expect(lines(html)).toEqual(['text/1/•/a', 'text/1/•/b', 'text/1//c', 'text/2/3./d', 'text/2/4./e', 'text/0//f']);
  });

  test('bold and italic are kept', () => {
    expect(parseHtmlBlocks('<p>a <strong>b <em>c</em></strong></p>')[0]?.runs).toEqual([
      { text: 'a ', isBold: false, isItalic: false },
      { text: 'b ', isBold: true, isItalic: false },
      { text: 'c', isBold: true, isItalic: true },
    ]);
  });

  test('a link says where it leads, where the text does not', () => {
    expect(lines('<p><a href="https://a.example/x">here</a></p>')).toEqual(['text/0//here (https://a.example/x)']);
    expect(lines('<p><a href="https://a.example">a.example</a></p>')).toEqual(['text/0//a.example']);
    expect(lines('<p><a href="/contact">contact</a></p>')).toEqual(['text/0//contact']);
    expect(lines('<p><a href="mailto:a@b.example">a@b.example</a></p>')).toEqual(['text/0//a@b.example']);
  });

  test('rows of a table are lines', () =>
    expect(lines('<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>')).toEqual([
      'text/0//a | b',
      'text/0//c | d',
    ]));

  test('entities are signs', () => expect(lines('<p>a &amp; b &lt;c&gt;</p>')).toEqual(['text/0//a & b <c>']));
});

const paper = {
  title: 'Conditions',
  author: 'Domaine d’Essai',
  lang: 'fr-FR',
  date: new Date(0),
  foot: (page: number) => `Page ${page}`,
};

describe('the text of a PDF', () => {
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
    const text = pdfText(await renderPdf(parseHtmlBlocks(`<p>${given}</p>`), paper));
    expect(text.split('\n')).toContain(printed);
  });

  test.each(['<strong>Łódź</strong>', '<em>Łódź</em>', '<strong><em>Łódź</em></strong>', '<h2>Łódź</h2>'])(
    'has the same characters in every style: %s',
    async (html) => expect(pdfText(await renderPdf(parseHtmlBlocks(html), paper))).toContain('Łódź'),
  );
});

test('a file has all its pages, each with its number, and is the same each time', async () => {
  const asked: string[] = [];
  const numbered = {
    ...paper,
    foot: (page: number, pages: number) => {
      asked.push(`${page}/${pages}`);
      return `Page ${page}`;
    },
  };
  const blocks = parseHtmlBlocks(
    '<h2>Titre</h2><p>Une phrase assez longue pour remplir une ligne entière.</p>'.repeat(60),
  );
  const file = await renderPdf(blocks, numbered);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(asked.length).toBeGreaterThan(2);
  expect(asked).toEqual(asked.map((_, index) => `${index + 1}/${asked.length}`));
  expect(await renderPdf(blocks, numbered)).toEqual(file);
});
