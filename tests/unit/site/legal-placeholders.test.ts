import { expect, test } from 'vitest';
import { withAnchors } from '#shared/site/anchors.ts';
import { fillPlaceholders } from '#shared/site/legal-placeholders.ts';

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
    { PRIMARY_COLOR: '#fff' },
    '{{PRIMARY_COLOR}}',
  ],
])('fillPlaceholders %s', (_, html, parameters, filled) => expect(fillPlaceholders(html, parameters)).toBe(filled));

test('withAnchors derives a unique id for each heading from its text', () => {
  const { html, headings } = withAnchors(
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
