import sanitizeHtml from 'sanitize-html';

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'];
const structure = ['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'clipPath', 'mask', 'pattern', 'marker'];
const paints = ['linearGradient', 'radialGradient', 'stop'];
const filters = [
  'filter',
  'feGaussianBlur',
  'feOffset',
  'feBlend',
  'feColorMatrix',
  'feMerge',
  'feMergeNode',
  'feFlood',
  'feComposite',
];

const presentation = [
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'opacity', 'color', 'display'],
  ...['visibility', 'transform', 'clip-path', 'mask', 'filter', 'stop-color', 'stop-opacity', 'vector-effect'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor', 'dominant-baseline'],
  ...['paint-order', 'mix-blend-mode', 'color-interpolation-filters', 'shape-rendering'],
];
const geometry = [
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'dx', 'dy', 'points', 'width'],
  ...['height', 'viewBox', 'preserveAspectRatio', 'offset', 'pathLength', 'rotate', 'textLength', 'lengthAdjust'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'patternUnits', 'patternContentUnits', 'patternTransform'],
  ...['clipPathUnits', 'maskUnits', 'maskContentUnits', 'markerWidth', 'markerHeight', 'markerUnits', 'refX', 'refY'],
  ...['orient', 'filterUnits', 'primitiveUnits', 'stdDeviation', 'in', 'in2', 'result', 'mode', 'operator', 'type'],
  ...['values', 'flood-color', 'flood-opacity', 'k1', 'k2', 'k3', 'k4'],
];

/** References that stay inside the drawing: `#id`, and `url(#id)` in a presentation attribute. */
const localReference = /^#[\w.-]+$/;
const externalUrl = /url\(\s*['"]?(?!#)/i;
/** By which CSS spells letters in another way: `u\72l(…)` is `url(…)`. */
const cssEscape = '\\';

/**
 * A drawing without anything that runs or loads: no script, style sheet, event handler, foreign content, picture or
 * reference to another address. Answers null where what is left is no drawing.
 */
export function sanitiseSvg(svg: string): string | null {
  // Whatever stands before the drawing (XML declaration, doctype with its entities) is left behind.
  const drawing = svg.slice(Math.max(0, svg.search(/<svg[\s>]/)));
  const clean = sanitizeHtml(drawing, {
    allowedTags: [...structure, ...shapes, ...paints, ...filters],
    allowedAttributes: {
      '*': [
        'id',
        'xmlns',
        'xmlns:xlink',
        'version',
        'role',
        'lang',
        'aria-label',
        'aria-hidden',
        ...presentation,
        ...geometry,
      ],
      use: ['href', 'xlink:href'],
      linearGradient: ['href', 'xlink:href'],
      radialGradient: ['href', 'xlink:href'],
      pattern: ['href', 'xlink:href'],
    },
    allowedSchemesAppliedToAttributes: [],
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'foreignObject', 'iframe'],
    parser: { xmlMode: true, decodeEntities: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutExternalReferences(attribs) }) },
  }).trim();
  return /^<svg[\s>]/.test(clean) ? clean : null;
}

function withoutExternalReferences(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => {
      if (name === 'href' || name === 'xlink:href') return localReference.test(value.trim());
      return !externalUrl.test(value) && !value.includes(cssEscape);
    }),
  );
}
