import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sanitiseSvg } from '#server/api/media/sanitise-svg.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"${attributes}>${inside}</svg>`;

const draw = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(text)).resize(100, 100, { fit: 'fill' }).ensureAlpha().raw().toBuffer();

/** Returns the mean difference of the channels, from 0 to 255, and checks that the drawing is not just one colour. */
async function compare(before: string, after: string): Promise<number> {
  const [one, other] = await Promise.all([draw(before), draw(after)]);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

const square = '<rect width="60" height="60" class="a" id="i"/>';
const kept: [string, string][] = [
  [
    'classes of Illustrator',
    svg(
      '<style type="text/css">.st0{fill:#B01030;} .st1{fill:none;stroke:#F0C000;stroke-width:8;}</style>' +
        '<rect class="st0" width="100" height="100"/><circle class="st1" cx="50" cy="50" r="30"/>',
    ),
  ],
  [
    'style attributes of Inkscape',
    svg(
      '<rect style="fill:#b01030;fill-opacity:1;stroke:none" width="100" height="100"/>' +
        '<path style="fill:none;stroke:#f0c000;stroke-width:8" d="M20 20 L80 80"/>',
    ),
  ],
  [
    'gradient stops of Inkscape that other gradients inherit',
    svg(
      '<defs><linearGradient id="a"><stop style="stop-color:#b01030;stop-opacity:1" offset="0"/>' +
        '<stop style="stop-color:#f0c000" offset="1"/></linearGradient><linearGradient id="b" xlink:href="#a" y2="1" x2="0"/></defs>' +
        '<rect style="fill:url(#b)" width="100" height="100"/>',
    ),
  ],
  [
    'style sheets of CorelDRAW in CDATA',
    svg('<defs><style><![CDATA[ .fil0 {fill:#b01030} ]]></style></defs><rect class="fil0" width="60" height="100"/>'),
  ],
  ['presentation attributes', svg('<rect fill="#b01030" width="60" height="100"/>')],
  ['the order of rules', svg(`<style>.a{fill:red}.a{fill:blue}</style>${square}`)],
  ['an id above a class', svg(`<style>#i{fill:green}.a{fill:blue}</style>${square}`)],
  ['a class above a name', svg(`<style>.a{fill:green}rect{fill:blue}*{stroke:red;stroke-width:9}</style>${square}`)],
  [
    'a rule above a presentation attribute',
    svg('<style>.a{fill:green}</style><rect class="a" fill="red" width="60" height="60"/>'),
  ],
  [
    'a style attribute above a rule',
    svg('<style>#i{fill:red}</style><rect id="i" style="fill:green" width="60" height="60"/>'),
  ],
  [
    '!important above a style attribute',
    svg('<style>.a{fill:green !important}</style><rect class="a" style="fill:red" width="60" height="60"/>'),
  ],
  [
    'descendants and children',
    svg(
      '<style>.g rect{fill:green}.g>rect{stroke:red;stroke-width:9}</style><g class="g"><g><rect width="30" height="30"/></g><rect x="50" width="30" height="30"/></g>',
    ),
  ],
  ['lists of selectors', svg(`<style>.b,.a{fill:green}</style>${square}`)],
  [
    'currentColor',
    svg(
      '<style>.c{color:#b01030}.a{fill:currentColor}</style><g class="c"><rect class="a" width="60" height="60"/></g>',
    ),
  ],
  [
    'inheritance from a styled group',
    svg('<style>.c{fill:#b01030;opacity:.5}</style><g class="c"><rect width="60" height="60"/></g>'),
  ],
  [
    'use with a style',
    svg(
      '<style>.u{fill:green}</style><defs><rect id="r" width="40" height="40"/></defs><use href="#r" class="u" x="20"/>',
    ),
  ],
  [
    'clip paths and masks by style',
    svg(
      '<style>.a{clip-path:url(#c)}.b{mask:url(#m)}.w{fill:#fff}</style><clipPath id="c"><circle cx="30" cy="30" r="30"/></clipPath><mask id="m"><rect class="w" x="50" width="20" height="90"/></mask><rect class="a" width="60" height="60"/><rect class="b" width="100" height="100" style="fill:red"/>',
    ),
  ],
  [
    'transform in a style',
    svg('<style>.t{transform:translate(20px,10px) rotate(0.125turn)}</style><rect class="t" width="40" height="40"/>'),
  ],
  ['translateX and scaleY', svg('<rect style="transform:translateX(30px) scaleY(2)" width="40" height="40"/>')],
  [
    'display and visibility',
    svg(
      '<style>.h{display:none}.v{visibility:hidden}</style><rect class="h" width="40" height="40"/><rect class="v" width="90" height="40"/><circle r="30"/>',
    ),
  ],
  [
    'dashes and joins',
    svg(
      '<path style="fill:none;stroke:#123;stroke-width:6px;stroke-dasharray:8,4;stroke-linecap:round" d="M5 50H95"/>',
    ),
  ],
  [
    'markers',
    svg(
      '<style>.m{marker-end:url(#e)}</style><marker id="e" markerWidth="9" markerHeight="9"><rect width="9" height="9" fill="red"/></marker><path class="m" style="stroke:#000;stroke-width:3" d="M5 50H60"/>',
    ),
  ],
  [
    'patterns',
    svg(
      '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><circle r="9" style="fill:teal"/></pattern><rect style="fill:url(#p)" width="90" height="90"/>',
    ),
  ],
  [
    'a shadow by a filter',
    svg(
      '<filter id="f"><feDropShadow dx="9" dy="9" stdDeviation="2" flood-color="red"/></filter><rect style="filter:url(#f)" width="60" height="60"/>',
    ),
  ],
  [
    'colours of CSS',
    svg(
      '<rect style="fill:rgb(176 16 48 / 50%)" width="60" height="60"/><rect style="fill:hsl(120,50%,40%)" x="60" width="40" height="60"/>',
    ),
  ],
];

describe('sanitiseSvg', () => {
  test.each(kept)('keeps the pixels of %s', async (_, drawing) => {
    const sanitised = sanitiseSvg(drawing);
    expect(sanitised?.losses).toEqual([]);
    expect(sanitised?.svg).not.toMatch(/style|class=/);
    expect(await compare(drawing, sanitised?.svg ?? '')).toBeLessThan(0.5);
    expect(await compare(drawing, svg(''))).toBeGreaterThan(3);
  });

  test('applies style sheets for screens, and not those for print', () => {
    const media = '@media screen{.a{fill:green}}@media print{.a{fill:red}}';
    const sanitised = sanitiseSvg(svg(`<style>${media}</style>${square}`));
    expect(sanitised).toMatchObject({ losses: [], svg: expect.stringContaining('fill="green"') });
  });

  test.each([
    ['an embedded picture', svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'), 'pictures'],
    ['a fill of another file', svg('<rect style="fill:url(other.svg#a)" width="9" height="9"/>'), 'pictures'],
    ['a script', svg('<script>draw()</script><rect width="9" height="9"/>'), 'scripts'],
    ['an animation', svg('<rect width="9" height="9"><animate attributeName="x" to="9"/></rect>'), 'scripts'],
    ['an unsupported selector', svg(`<style>rect:nth-child(2){fill:red}</style>${square}`), 'styles'],
    ['an imported style sheet', svg(`<style>@import "a.css";</style>${square}`), 'styles'],
    ['a variable', svg('<rect style="fill:var(--ink)" width="9" height="9"/>'), 'styles'],
    ['a damaged style sheet', svg(`<style>.a{fill:red</style>${square}`), 'styles'],
    ['a blend mode', svg('<rect style="mix-blend-mode:multiply" width="9" height="9"/>'), 'effects'],
    ['text in HTML', svg('<foreignObject><p>Vin</p></foreignObject><rect width="9" height="9"/>'), 'foreign_text'],
    ['text in a font that a device may lack', svg('<text style="font-family:Garamond">Vin</text>'), 'fonts'],
  ])('says what is lost with %s', (_, drawing, loss) => {
    expect(sanitiseSvg(drawing)?.losses).toEqual([loss]);
  });
});
