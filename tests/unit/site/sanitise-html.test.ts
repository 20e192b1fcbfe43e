import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from '#server/api/site/render-text.ts';

describe('sanitiseHtml', () => {
  test.each([
    ['<h1>Titre</h1>', '<h2>Titre</h2>'],
    ['<p style="color:red">Vin</p>', '<p>Vin</p>'],
    ['<a href="/contact" onclick="x()">ici</a>', '<a href="/contact">ici</a>'],
    ['<a href="javascript:alert(1)">ici</a>', '<a>ici</a>'],
    ['<a href="//x.example">ici</a>', '<a>ici</a>'],
    ['<img src="/image/1?w=960&amp;format=webp" alt="">', '<img src="/image/1?w=960&amp;format=webp" alt="" />'],
    ['<img src="https://x.example/pixel.gif">', '<img />'],
    ['<iframe src="https://x.example"></iframe><form><input></form>', ''],
    ['<script>alert(1)</script><style>*{}</style>', ''],
    ['{{COMPANY_NAME}} &amp; fils', '{{COMPANY_NAME}} &amp; fils'],
  ])('converts %s to %s', (html, clean) => expect(sanitiseHtml(html)).toBe(clean));

  test('leaves nothing executable in any input and is idempotent', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      'script',
      'img',
      'a',
      ' href',
      ' onerror',
      'javascript:',
      ' src',
      '&#106;',
      'x',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const clean = sanitiseHtml(parts.join(''));
        expect(clean).not.toMatch(/<script|<[^>]*\s(on\w+=|(href|src)="?\s*javascript:)/i);
        expect(sanitiseHtml(clean)).toBe(clean);
      }),
    );
  });
});
