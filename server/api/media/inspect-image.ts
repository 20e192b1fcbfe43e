import sharp, { type Sharp } from 'sharp';
import type { SvgLoss } from '#shared/media/upload-contract.ts';
import { type ImageSource, maxDrawnSvgWidth, maxImagePixels, openImage } from './convert-image.ts';
import { sanitiseSvg } from './sanitise-svg.ts';

// This module runs in the processes of `image-processes.ts`, which are ended if a picture takes too much time or memory.

interface InspectedPixels {
  /** The sanitised document of an SVG; null for other formats. */
  cleanSvg: string | null;
  losses: SvgLoss[];
  /** Size in pixels, after the EXIF orientation has been applied. */
  width: number;
  height: number;
  /** Average colour as `#rrggbb`. */
  tint: string;
}

/** Maximum number of drawn elements of an SVG. A renderer takes less than a second for so many plain ones. */
const maxDrawnElements = 20_000;

interface SvgElement {
  children: SvgElement[];
  references: string[];
}

/** Maximum depth of nested elements and references in an SVG. Anything deeper counts as infinitely many elements. */
const maxDepth = 300;

/**
 * Counts the elements that a renderer must draw for an SVG, with every reference (`use`, patterns, masks and others)
 * expanded. Nested references grow exponentially, so a small file can occupy a renderer for many seconds.
 * @param svg Well-formed, with `>` escaped in attributes, as `sanitiseSvg` writes it.
 * @returns Infinity for cyclic references and for nesting that is too deep.
 */
export function countDrawnSvgElements(svg: string): number {
  const { root, byId } = parseElements(svg);
  const counts = new Map<SvgElement, number>();
  const countOf = (element: SvgElement, depth: number): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    // An element that is reached again while it is being counted contains a reference to itself.
    counts.set(element, Number.POSITIVE_INFINITY);
    let count = 1;
    for (const child of element.children) count += countOf(child, depth + 1);
    for (const id of element.references) {
      const target = byId.get(id);
      if (target) count += countOf(target, depth + 1);
    }
    counts.set(element, count);
    return count;
  };
  return countOf(root, 0);
}

function parseElements(svg: string): { root: SvgElement; byId: Map<string, SvgElement> } {
  const root: SvgElement = { children: [], references: [] };
  const byId = new Map<string, SvgElement>();
  const open = [root];
  for (const [, closing, attributes = ''] of svg.matchAll(/<(\/?)[\w:]([^<>]*)>/g)) {
    if (closing) {
      if (open.length > 1) open.pop();
      continue;
    }
    const element: SvgElement = { children: [], references: referencesIn(attributes) };
    open.at(-1)?.children.push(element);
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (!attributes.endsWith('/')) open.push(element);
  }
  return { root, byId };
}

const referencesIn = (attributes: string): string[] =>
  [...attributes.matchAll(/href="\s*#([^"\s]*)|url\(\s*(?:&quot;|')?#([^)'"&\s]*)/g)].map(
    ([, href, url]) => href ?? url ?? '',
  );

/**
 * Inspects a picture, and draws it at the largest size at which it is served.
 * @param input.format The format that its extension states, as sharp names it.
 * @returns The reason why it is refused, as a predicate, if it cannot be used.
 */
export async function inspectImage({
  original,
  format,
}: {
  original: Uint8Array;
  format: string;
}): Promise<InspectedPixels | string> {
  const isSvg = format === 'svg';
  try {
    // The elements of an SVG are counted before it is rendered, because nested references can occupy the renderer for a
    // long time.
    const sanitised = isSvg ? sanitiseSvg(Buffer.from(original).toString('utf8')) : null;
    if (isSvg && sanitised === null) return 'is no SVG after scripts and external references are removed';
    const { svg: cleanSvg, losses } = sanitised ?? { svg: null, losses: [] };
    if (cleanSvg !== null && countDrawnSvgElements(cleanSvg) > maxDrawnElements)
      return `draws more than ${maxDrawnElements} elements, with its references expanded`;
    const bytes = cleanSvg === null ? original : Buffer.from(cleanSvg);
    const metadata = await sharp(bytes).metadata();
    if (metadata.format !== format) return `is a ${metadata.format} file, not ${format}`;
    if (metadata.width * metadata.height > maxImagePixels) return `has more than ${maxImagePixels} pixels`;
    // EXIF orientations from 5 on swap width and height.
    const isRotated = (metadata.orientation ?? 1) >= 5;
    const [width, height] = isRotated ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
    const tint = await findTint({ original: bytes, isSvg }, Math.max(maxDrawnSvgWidth, width));
    return { cleanSvg, losses, width, height, tint };
  } catch (error) {
    return `cannot be read as a picture: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** Returns the average colour of the pixels that are not transparent, as `#rrggbb`. */
async function findTint(source: ImageSource, svgWidth: number): Promise<string> {
  const { image } = source.isSvg ? await drawAtFullSize(source, svgWidth) : await openImage(source, null);
  const { data } = await image
    .resize(16, 16, { fit: 'fill' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    for (const channel of [0, 1, 2] as const) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
  }
  const hex = sum.map((total) =>
    Math.round(weight === 0 ? 255 : total / weight)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** Draws an SVG first and scales it afterwards. Scaling would otherwise make sharp draw it at the small size. */
async function drawAtFullSize(source: ImageSource, width: number): Promise<{ image: Sharp }> {
  const { image } = await openImage(source, width);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { image: sharp(data, { raw: info }) };
}
