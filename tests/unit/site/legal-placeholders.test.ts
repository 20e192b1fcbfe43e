import { expect, test } from 'vitest';
import { withAnchors } from '#shared/site/anchors.ts';
import { fillPlaceholders } from '#shared/site/legal-placeholders.ts';

test.each([
  ['a placeholder is filled', '<p>{{COMPANY_NAME}}</p>', { COMPANY_NAME: 'EARL Chênes' }, '<p>EARL Chênes</p>'],
  ['space within the braces does not matter', '{{ RCS_NUMBER }}', { RCS_NUMBER: 'RCS 1' }, 'RCS 1'],
  [
    'what is filled in is no HTML',
    '{{LEGAL_AGENT}}',
    { LEGAL_AGENT: '<b>"A" & B</b>' },
    '&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;',
  ],
  ['what the site has not set is left out', 'Tél. {{COMPANY_PHONE}}', {}, 'Tél. '],
  ['an unknown word stays as it was written', '{{NOTHING}}', {}, '{{NOTHING}}'],
  ['other parameters are none of its business', '{{PRIMARY_COLOR}}', { PRIMARY_COLOR: '#fff' }, '{{PRIMARY_COLOR}}'],
])('%s', (_, html, parameters, filled) => expect(fillPlaceholders(html, parameters)).toBe(filled));

test('headings get addresses made of their words, each its own', () => {
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
