import { describe, expect, test } from 'vitest';
import { parseHtmlBlocks } from '#server/api/pdf/parse-html-blocks.ts';

/** Formats each parsed block as a line with its kind, indentation, list marker and text. */
const lines = (html: string) =>
  parseHtmlBlocks(html).map(({ kind, level, depth, marker, runs }) =>
    [kind === 'heading' ? `h${level}` : kind, depth, marker, runs.map(({ text }) => text).join('')].join('/'),
  );

describe('parseHtmlBlocks', () => {
  test.each([
    ['headings and paragraphs', '<h2>A</h2>\n<p>b\n  c</p><h3>D</h3>', ['heading', 'text', 'heading']],
    ['text without a paragraph', 'a<p>b</p>c', ['text', 'text', 'text']],
  ])('converts %s to blocks', (_, html, kinds) => expect(parseHtmlBlocks(html).map(({ kind }) => kind)).toEqual(kinds));

  test('collapses white space', () => expect(lines('<p> a\n <b> b </b>\tc<br> d </p>')).toEqual(['text/0//a b c\nd']));

  test('keeps list markers and depth', () => {
    const html = '<ul><li>a</li><li><p>b</p><p>c</p><ol start="3"><li>d</li><li>e</li></ol></li></ul><p>f</p>';
    expect(lines(html)).toEqual(['text/1/•/a', 'text/1/•/b', 'text/1//c', 'text/2/3./d', 'text/2/4./e', 'text/0//f']);
  });

  test('keeps bold and italic text', () => {
    expect(parseHtmlBlocks('<p>a <strong>b <em>c</em></strong></p>')[0]?.runs).toEqual([
      { text: 'a ', isBold: false, isItalic: false },
      { text: 'b ', isBold: true, isItalic: false },
      { text: 'c', isBold: true, isItalic: true },
    ]);
  });

  test('appends the address of an external link unless it is the text', () => {
    expect(lines('<p><a href="https://a.example/x">here</a></p>')).toEqual(['text/0//here (https://a.example/x)']);
    expect(lines('<p><a href="https://a.example">a.example</a></p>')).toEqual(['text/0//a.example']);
    expect(lines('<p><a href="/contact">contact</a></p>')).toEqual(['text/0//contact']);
    expect(lines('<p><a href="mailto:a@b.example">a@b.example</a></p>')).toEqual(['text/0//a@b.example']);
  });

  test('converts table rows to lines', () =>
    expect(lines('<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>')).toEqual([
      'text/0//a | b',
      'text/0//c | d',
    ]));

  test('decodes entities', () => expect(lines('<p>a &amp; b &lt;c&gt;</p>')).toEqual(['text/0//a & b <c>']));
});
