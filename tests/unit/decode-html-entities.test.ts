import { describe, expect, test } from 'vitest';
import { decodeHtmlEntities } from '#shared/decode-html-entities.ts';

describe('decodeHtmlEntities', () => {
  test.each([
    ['Vins &amp; spiritueux', 'Vins & spiritueux'],
    ['&lt;b&gt; &quot;l&#39;&eacute;t&eacute;&quot;', '<b> "l\'&eacute;t&eacute;"'],
    ['12&nbsp;€', '12\u00a0€'],
    ['&amp;lt;', '&lt;'],
    ['&constructor; & &;', '&constructor; & &;'],
  ])('decodes %j', (text, decoded) => expect(decodeHtmlEntities(text)).toBe(decoded));
});
