import { describe, expect, test } from 'vitest';
import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';

describe('decodeBasicHtmlEntities', () => {
  test.each([
    ['Vins &amp; spiritueux', 'Vins & spiritueux'],
    ['&lt;b&gt; &quot;l&#39;&eacute;t&eacute;&quot;', '<b> "l\'&eacute;t&eacute;"'],
    ['12&nbsp;€', '12\u00a0€'],
    ['&amp;lt;', '&lt;'],
    ['&constructor; & &;', '&constructor; & &;'],
  ])('decodes %j', (text, decoded) => expect(decodeBasicHtmlEntities(text)).toBe(decoded));
});
