import { expect, test } from 'vitest';
import { anchorHeadings } from '#shared/site/anchor-headings.ts';
import {
  describeUnresolvedPlaceholdersInText,
  fillLegalPlaceholders,
  type LegalPlaceholderValues,
} from '#shared/site/legal-placeholders.ts';

test.each([
  ['fills a placeholder', '<p>{{COMPANY_NAME}}</p>', { COMPANY_NAME: 'EARL Chênes' }, '<p>EARL Chênes</p>'],
  ['ignores white space within the braces', '{{ RCS_NUMBER }}', { RCS_NUMBER: 'RCS 1' }, 'RCS 1'],
  [
    'escapes HTML in values',
    '{{LEGAL_AGENT}}',
    { LEGAL_AGENT: '<b>"A" & B</b>' },
    '&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;',
  ],
  ['removes a placeholder whose parameter is not set', 'Tél. {{COMPANY_PHONE}}', {}, 'Tél. '],
  ['keeps an unknown placeholder', '{{NOTHING}}', {}, '{{NOTHING}}'],
  [
    'keeps a placeholder of a parameter that is not legal',
    '{{PRIMARY_COLOR}}',
    { PRIMARY_COLOR: '#fff' } as LegalPlaceholderValues,
    '{{PRIMARY_COLOR}}',
  ],
] satisfies [string, string, LegalPlaceholderValues, string][])('fillLegalPlaceholders %s', (_, html, values, filled) =>
  expect(fillLegalPlaceholders(html, values)).toBe(filled),
);

test.each([
  ['accepts placeholders with a value', 'By {{COMPANY_NAME}}', []],
  [
    'reports an empty value once',
    '{{RCS_NUMBER}} {{ RCS_NUMBER }}',
    ['contains {{RCS_NUMBER}}, and the parameter RCS_NUMBER is empty'],
  ],
  [
    'reports a value of spaces',
    '{{HEAD_OFFICE}}',
    ['contains {{HEAD_OFFICE}}, and the parameter HEAD_OFFICE is empty'],
  ],
  ['reports an unknown placeholder', '{{COMPANY}}', ['contains the unknown placeholder {{COMPANY}}']],
  ['reports a placeholder in lower case', '{{company_name}}', ['contains the unknown placeholder {{company_name}}']],
  ['reports an empty placeholder', '{{ }}', ['contains the unknown placeholder {{}}']],
])('describeUnresolvedPlaceholdersInText %s', (_, text, issues) =>
  expect(describeUnresolvedPlaceholdersInText(text, { COMPANY_NAME: 'EARL Chênes', HEAD_OFFICE: ' ' })).toEqual(issues),
);

test('anchorHeadings avoids an id that another heading has by its text', () => {
  const { headings } = anchorHeadings('<h2>A</h2><h2>A 2</h2><h2>A</h2><h2>A</h2>');
  expect(headings.map(({ id }) => id)).toEqual(['a', 'a-2', 'a-3', 'a-4']);
});

test('anchorHeadings derives a unique id for each heading from its text', () => {
  const { html, headings } = anchorHeadings(
    '<h2>Vos données</h2><p>…</p><h2 class="x"><em>Vos</em> données</h2><h2>?</h2>',
  );
  expect(headings).toEqual([
    { id: 'vos-donnees', text: 'Vos données' },
    { id: 'vos-donnees-2', text: 'Vos données' },
    { id: 'section', text: '?' },
  ]);
  expect(html).toBe(
    '<h2 id="vos-donnees">Vos données</h2><p>…</p><h2 id="vos-donnees-2"><em>Vos</em> données</h2><h2 id="section">?</h2>',
  );
});

/** Measures the shortest of several calls in milliseconds, so that other processes do not count. */
function measureMs(call: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test.each([
  ['an open placeholder and spaces', (length: number) => `{{${' '.repeat(length)}`],
  ['many open placeholders', (length: number) => '{{ '.repeat(length / 3)],
])('filling and checking a legal text with %s takes time in proportion to its length', (_, createText) => {
  const measureAt = (length: number) => {
    const text = createText(length);
    return measureMs(() => {
      fillLegalPlaceholders(text, {});
      describeUnresolvedPlaceholdersInText(text, {});
    });
  };
  // Quadratic time would grow by 64 for a text that is eight times as long. The constant covers the clock's resolution.
  expect(measureAt(800_000)).toBeLessThan(40 * measureAt(100_000) + 20);
});
