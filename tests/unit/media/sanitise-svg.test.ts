import { describe, expect, test } from 'vitest';
import { sanitiseSvg as sanitiseSvgWithLosses } from '#server/api/media/sanitise-svg.ts';

const sanitiseSvg = (text: string): string | null => sanitiseSvgWithLosses(text)?.svg ?? null;

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`;

describe('sanitiseSvg', () => {
  test('keeps a drawing and its camel-case names', () => {
    const drawing = svg(
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"></stop></linearGradient>' +
        '<clipPath id="c"><rect width="9" height="9"></rect></clipPath></defs>' +
        '<path d="M0 0h9" fill="url(#a)" clip-path="url(#c)"></path><use href="#a"></use><text x="1">Chênes &amp; co</text>',
    );
    const clean = sanitiseSvg(drawing) ?? '';
    for (const part of [
      'viewBox="0 0 9 9"',
      'linearGradient',
      'clipPath',
      'fill="url(#a)"',
      'href="#a"',
      'Chênes &amp; co',
    ])
      expect(clean).toContain(part);
  });

  test.each([
    ['a script', '<script>alert(1)</script>', 'alert'],
    ['an event handler', '<path d="M0" onload="alert(1)"/>', 'onload'],
    ['a style sheet', '<style>@import "https://x.example"</style>', 'import'],
    ['a style attribute', '<path d="M0" style="background:url(https://x.example)"/>', 'style'],
    ['foreign content', '<foreignObject><iframe src="https://x.example"/></foreignObject>', 'x.example'],
    ['an image of another origin', '<image href="https://x.example/a.png"/>', 'x.example'],
    ['a use of another origin', '<use href="https://x.example/a.svg#b"/>', 'x.example'],
    ['a fill of another origin', '<path d="M0" fill="url(https://x.example/#a)"/>', 'x.example'],
    ['a fill of another origin in escaped notation', '<path d="M0" fill="u\\72l(https://x.example/#a)"/>', 'x.example'],
    ['a javascript: link', '<a href="javascript:alert(1)"><path d="M0"/></a>', 'javascript'],
    ['an animation that sets a link', '<animate attributeName="href" values="javascript:alert(1)"/>', 'javascript'],
  ])('removes %s', (_, inside, forbidden) => {
    const clean = sanitiseSvg(svg(`<rect width="1" height="1"/>${inside}`));
    expect(clean).toContain('<rect');
    expect(clean).not.toContain(forbidden);
  });

  test('removes entities and doctypes', () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`;
    expect(sanitiseSvg(bomb)).toMatch(/^<svg.*&amp;a;.*<\/svg>$/s);
    expect(sanitiseSvg(`<?xml version="1.0"?>\n${svg('<rect />')}`)).toMatch(/^<svg/);
  });

  test.each([
    ['nested elements', svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))],
    ['elements without an end', svg('<g>'.repeat(160_000))],
    ['many elements', svg('<g/>'.repeat(120_000))],
  ])('returns null for %s without parsing all of them', (_, hostile) => {
    const start = performance.now();
    expect(sanitiseSvg(hostile)).toBeNull();
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('finds the root after a byte order mark, a declaration, comments and a doctype', () => {
    const prolog = '\ufeff<?xml version="1.0"?>\n<!-- <html> --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">';
    expect(sanitiseSvg(`${prolog}${svg('<rect />')}`)).toMatch(/^<svg/);
    expect(sanitiseSvg(`<html>${svg('<rect />')}</html>`)).toBeNull();
    expect(sanitiseSvg(`text${svg('<rect />')}`)).toBeNull();
    expect(sanitiseSvg('<!-- no end')).toBeNull();
  });

  test.each([['no drawing'], ['<html><body>x</body></html>'], ['']])('returns null for %j', (text) => {
    expect(sanitiseSvg(text)).toBeNull();
  });
});
