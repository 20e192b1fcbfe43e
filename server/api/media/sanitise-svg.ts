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

const words = (text: string): string[] => text.trim().split(/\s+/);

const presentation = words(`
  fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display
  visibility transform clip-path mask filter stop-color stop-opacity vector-effect
  font-family font-size font-weight font-style letter-spacing text-anchor dominant-baseline
  paint-order mix-blend-mode color-interpolation-filters shape-rendering
`);
const geometry = words(`
  x y x1 y1 x2 y2 cx cy r rx ry fx fy d dx dy points width
  height viewBox preserveAspectRatio offset pathLength rotate textLength lengthAdjust
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY
  orient filterUnits primitiveUnits stdDeviation in in2 result mode operator type
  values flood-color flood-opacity k1 k2 k3 k4
`);

/** Matches references within the SVG: `#id`, and `url(#id)` in presentation attributes. */
const localReference = /^#[\w.-]+$/;
const externalUrl = /url\(\s*['"]?(?!#)/i;
/** CSS escapes are rejected, because they could disguise an external reference: `u\72l(…)` is `url(…)`. */
const cssEscape = '\\';

/**
 * Removes everything from an SVG that could run code or load other files: scripts, style sheets, event handlers,
 * foreign objects, images and external references.
 * @returns Null if the result is not an SVG.
 */
export function sanitiseSvg(svg: string): string | null {
  // Removes the XML declaration and the doctype, because entities in a doctype could be abused.
  const root = svg.slice(Math.max(0, svg.search(/<svg[\s>]/)));
  const clean = sanitizeHtml(root, {
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
