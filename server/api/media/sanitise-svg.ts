import sanitizeHtml from 'sanitize-html';
import { type SvgLoss, svgLosses } from '#shared/media/upload-contract.ts';
import { computeSvgStyles } from './svg-styles.ts';

/** Maximum nesting of elements. The parser needs time in proportion to the square of the depth. */
const maxDepth = 300;
/** Maximum number of elements in the file, which bounds the time of parsing. */
const maxElements = 100_000;

class TooManyElementsError extends Error {}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const shapes = words('path rect circle ellipse line polyline polygon text tspan textPath');
const structure = ['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'clipPath', 'mask', 'pattern', 'marker'];
const paints = ['linearGradient', 'radialGradient', 'stop'];
const filters = words(`
  filter feGaussianBlur feOffset feBlend feColorMatrix feMerge feMergeNode feFlood feComposite feDropShadow
  feComponentTransfer feFuncR feFuncG feFuncB feFuncA feMorphology feTile feTurbulence feDisplacementMap
  feConvolveMatrix feDiffuseLighting feSpecularLighting feDistantLight fePointLight feSpotLight
`);

const presentation = words(`
  fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display
  visibility transform clip-path mask filter stop-color stop-opacity vector-effect
  font-family font-size font-weight font-style letter-spacing text-anchor dominant-baseline
  paint-order mix-blend-mode color-interpolation-filters shape-rendering
  marker-start marker-mid marker-end mask-type flood-color flood-opacity lighting-color overflow
  text-decoration word-spacing baseline-shift font-variant font-stretch writing-mode direction
  unicode-bidi text-rendering color-interpolation
`);
const geometry = words(`
  x y x1 y1 x2 y2 cx cy r rx ry fx fy d dx dy points width
  height viewBox preserveAspectRatio offset pathLength rotate textLength lengthAdjust
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY
  orient filterUnits primitiveUnits stdDeviation in in2 result mode operator type
  values k1 k2 k3 k4 startOffset method spacing baseFrequency numOctaves seed stitchTiles scale
  xChannelSelector yChannelSelector radius order kernelMatrix divisor bias targetX targetY edgeMode
  preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength
  azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle tableValues slope intercept
  amplitude exponent
`);

/** Matches the value of an `href` that refers to an element of the same SVG. */
const localReference = /^#[\w.-]+$/;
/** Matches a `url(…)` that refers to anything but an element of the same SVG. */
const externalUrl = /url\(\s*['"]?(?!#)/i;
/** CSS escapes are rejected, because they could disguise an external reference: `u\72l(…)` is `url(…)`. */
const cssEscape = '\\';

interface SanitisedSvg {
  svg: string;
  losses: SvgLoss[];
}

/** Elements that are removed although they show something, by what the drawing loses. */
const lossOfElement: Readonly<Record<string, SvgLoss>> = {
  image: 'pictures',
  feImage: 'pictures',
  script: 'scripts',
  animate: 'scripts',
  animateTransform: 'scripts',
  animateMotion: 'scripts',
  set: 'scripts',
  foreignObject: 'foreign_text',
};

/** Properties of CSS that a drawing can have as attributes, besides its presentation attributes. */
const styledGeometry: ReadonlySet<string> = new Set(words('x y cx cy r rx ry width height d'));
/** Properties that change a drawing and that no attribute replaces. */
const lostEffects: ReadonlySet<string> = new Set(['mix-blend-mode', 'isolation', 'backdrop-filter', 'clip', 'zoom']);
const neutralValues: ReadonlySet<string> = new Set(['normal', 'auto', 'none', 'inherit', '1']);
/** The elements whose geometry CSS can set. */
const styledShapes: ReadonlySet<string> = new Set(words('svg rect circle ellipse path use'));
const presentationNames: ReadonlySet<string> = new Set(presentation);

const skipped: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
];

/**
 * Finds the root element of an SVG document, after a byte order mark, the XML declaration, comments and the doctype.
 * @returns The index of `<svg`; null if the first element of the document is another one or something precedes it.
 */
function findSvgRootIndex(text: string): number | null {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = findEndOfProlog(text, at);
    if (end === null) return /^<svg[\s>]/.test(text.slice(at, at + 5)) ? at : null;
    at = end;
  }
}

/** Returns the index after the declaration, comment or doctype that begins at `at`; null if none begins there. */
function findEndOfProlog(text: string, at: number): number | null {
  for (const [start, end] of skipped) if (text.startsWith(start, at)) return indexAfter(text, end, at + start.length);
  if (!/^<!doctype$/i.test(text.slice(at, at + 9))) return null;
  const subset = text.indexOf('[', at);
  const close = text.indexOf('>', at);
  if (close < 0) return text.length;
  return subset < 0 || subset > close ? close + 1 : indexAfter(text, '>', indexAfter(text, ']', subset));
}

function indexAfter(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from);
  return found < 0 ? text.length : found + searched.length;
}

/**
 * Removes everything from an SVG that could run code or load other files: scripts, event handlers, foreign objects,
 * images and external references. Style sheets and `style` attributes become presentation attributes, which the
 * Content-Security-Policy of a page does not concern.
 * @returns Null if the document is not an SVG, or has too many or too deeply nested elements.
 */
export function sanitiseSvg(text: string): SanitisedSvg | null {
  const root = findSvgRootIndex(text);
  if (root === null) return null;
  const losses = new Set<SvgLoss>();
  try {
    const original = text.slice(root);
    const styles = computeSvgStyles(original, limitElements());
    if (!styles.isComplete) losses.add('styles');
    // The XML declaration and the doctype are removed, because entities in a doctype could be abused.
    const svg = sanitizeHtml(original, createOptions(styles.properties, losses)).trim();
    return /^<svg[\s>]/.test(svg) ? { svg, losses: svgLosses.filter((loss) => losses.has(loss)) } : null;
  } catch (error) {
    if (error instanceof TooManyElementsError) return null;
    throw error;
  }
}

/** Creates a callback for opening and closing tags that stops if the SVG would take many seconds. */
function limitElements(): (isClosing: boolean) => void {
  let depth = 0;
  let elements = 0;
  return (isClosing) => {
    if (isClosing) depth--;
    else if (++depth > maxDepth || ++elements > maxElements)
      throw new TooManyElementsError('SVG has too many elements');
  };
}

/** Creates the options for one document. Its opening tags are counted to find the properties of each element. */
function createOptions(properties: readonly Record<string, string>[], losses: Set<SvgLoss>): sanitizeHtml.IOptions {
  let index = 0;
  return {
    ...sanitiserOptions,
    onOpenTag: (name, attributes) => {
      const loss = lossOfElement[name];
      if (loss) losses.add(loss);
      if (name.startsWith('text') && usesNamedFont(attributes, properties[index])) losses.add('fonts');
      applyProperties({ name, attributes }, properties[index++] ?? {}, losses);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on/i.test(attribute)) losses.add('scripts');
        if (isSafe(attribute, value)) continue;
        delete attributes[attribute];
        if ((attribute.endsWith('href') && name !== 'a') || externalUrl.test(value)) losses.add('pictures');
      }
    },
  };
}

const genericFont = /^\s*(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|inherit)\s*$/i;

/** Checks whether a text names a font, which a visitor's device may not have. */
const usesNamedFont = (attributes: Record<string, string>, properties: Record<string, string> = {}): boolean =>
  !genericFont.test(properties['font-family'] ?? attributes['font-family'] ?? 'inherit');

function applyProperties(
  { name: element, attributes }: { name: string; attributes: Record<string, string> },
  properties: Record<string, string>,
  losses: Set<SvgLoss>,
): void {
  for (const [name, value] of Object.entries(properties)) {
    if (lostEffects.has(name) && !neutralValues.has(value.trim())) losses.add('effects');
    if (name === 'transform' && value === '') delete attributes.transform;
    else if (presentationNames.has(name) || (styledGeometry.has(name) && styledShapes.has(element)))
      attributes[name] = value;
    else if (name === 'transform-origin' && properties.transform) losses.add('styles');
  }
}

const sanitiserOptions: sanitizeHtml.IOptions = {
  allowedTags: [...structure, ...shapes, ...paints, ...filters],
  allowedAttributes: {
    '*': [
      'id',
      'xmlns',
      'xmlns:xlink',
      'version',
      'xml:space',
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
    textPath: ['href', 'xlink:href'],
    filter: ['href', 'xlink:href'],
  },
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'foreignObject', 'iframe'],
  parser: { xmlMode: true, decodeEntities: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

/** Checks that an attribute refers to nothing outside the drawing. */
function isSafe(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return localReference.test(value.trim());
  return !externalUrl.test(value) && !value.includes(cssEscape);
}
