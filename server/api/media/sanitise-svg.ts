import sanitizeHtml from 'sanitize-html';
import { findSvgRootIndex } from './find-svg-root-index.ts';

/** Maximum nesting of elements. The parser needs time in proportion to the square of the depth. */
const maxDepth = 300;
/** Maximum number of elements in the file, which bounds the time of parsing. */
const maxElements = 100_000;

class TooManyElementsError extends Error {}

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

/** Matches the value of an `href` that refers to an element of the same SVG. */
const localReference = /^#[\w.-]+$/;
/** Matches a `url(…)` that refers to anything but an element of the same SVG. */
const externalUrl = /url\(\s*['"]?(?!#)/i;
/** CSS escapes are rejected, because they could disguise an external reference: `u\72l(…)` is `url(…)`. */
const cssEscape = '\\';

/**
 * Removes everything from an SVG that could run code or load other files: scripts, style sheets, event handlers,
 * foreign objects, images and external references.
 * @returns Null if the document is not an SVG, or has too many or too deeply nested elements.
 */
export function sanitiseSvg(svg: string): string | null {
  const root = findSvgRootIndex(svg);
  if (root === null) return null;
  try {
    // The XML declaration and the doctype are removed, because entities in a doctype could be abused.
    const clean = sanitizeHtml(svg.slice(root), { ...sanitiserOptions, ...limitElements() }).trim();
    return /^<svg[\s>]/.test(clean) ? clean : null;
  } catch (error) {
    if (error instanceof TooManyElementsError) return null;
    throw error;
  }
}

/** Creates callbacks that stop the sanitiser if the SVG would take it many seconds. */
function limitElements(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  let elements = 0;
  return {
    onOpenTag: () => {
      if (++depth > maxDepth || ++elements > maxElements) throw new TooManyElementsError('SVG has too many elements');
    },
    onCloseTag: () => void depth--,
  };
}

const sanitiserOptions: sanitizeHtml.IOptions = {
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
};

function withoutExternalReferences(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => {
      if (name === 'href' || name === 'xlink:href') return localReference.test(value.trim());
      return !externalUrl.test(value) && !value.includes(cssEscape);
    }),
  );
}
