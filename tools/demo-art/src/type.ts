import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const require = createRequire(import.meta.url);

/** The typefaces of labels and logos. Text is converted to paths, so the fonts need not be installed. */
const FACES = {
  script: ['parisienne', 400, 'normal'],
  serif: ['cormorant-garamond', 500, 'normal'],
  serifBold: ['cormorant-garamond', 600, 'normal'],
  serifHeavy: ['cormorant-garamond', 700, 'normal'],
  serifItalic: ['cormorant-garamond', 500, 'italic'],
  sans: ['mulish', 400, 'normal'],
  sansBold: ['mulish', 700, 'normal'],
  sourceBold: ['source-sans-3', 600, 'normal'],
} as const;

export type TypefaceName = keyof typeof FACES;
const loaded = new Map<TypefaceName, opentype.Font>();

function fontOf(face: TypefaceName): opentype.Font {
  const known = loaded.get(face);
  if (known) return known;
  const [family, weight, style] = FACES[face];
  const bytes = readFileSync(require.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-${style}.woff`));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  loaded.set(face, font);
  return font;
}

/** Maps each letter to one glyph: labels need kerning but no ligatures or other substitutions. */
function glyphsOf(font: opentype.Font, text: string): opentype.Glyph[] {
  return Array.from(text.replaceAll('\u202f', '\u00a0'), (letter) => font.charToGlyph(letter));
}

export interface TypeStyle {
  face: TypefaceName;
  size: number;
  /** Letter-spacing in thousandths of the size. */
  tracking?: number;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
}

/** Returns the width of a line, without the tracking after its last letter. */
export function measureTextWidth(text: string, style: TypeStyle): number {
  const font = fontOf(style.face);
  const scale = style.size / font.unitsPerEm;
  const glyphs = glyphsOf(font, text);
  let width = 0;
  glyphs.forEach((glyph, i) => {
    width += (glyph.advanceWidth ?? 0) * scale;
    const next = glyphs[i + 1];
    if (next) width += font.getKerningValue(glyph, next) * scale + ((style.tracking ?? 0) / 1000) * style.size;
  });
  return width;
}

function pathOf(commands: opentype.PathCommand[], precision: number): string {
  const p = (x: number, y: number): string =>
    `${Math.round(x * precision) / precision} ${Math.round(y * precision) / precision}`;
  return commands
    .map((c) => {
      if (c.type === 'Z') return 'Z';
      if (c.type === 'C') return `C${p(c.x1, c.y1)} ${p(c.x2, c.y2)} ${p(c.x, c.y)}`;
      if (c.type === 'Q') return `Q${p(c.x1, c.y1)} ${p(c.x, c.y)}`;
      return `${c.type}${p(c.x, c.y)}`;
    })
    .join('');
}

/** Creates one line of text as path data with its baseline at (x, y). */
export function createTextOutline(text: string, x: number, y: number, style: TypeStyle): string {
  const font = fontOf(style.face);
  const scale = style.size / font.unitsPerEm;
  const anchor = style.anchor ?? 'middle';
  let cursor = x - (anchor === 'start' ? 0 : measureTextWidth(text, style) * (anchor === 'middle' ? 0.5 : 1));
  const glyphs = glyphsOf(font, text);
  let data = '';
  glyphs.forEach((glyph, i) => {
    data += pathOf(glyph.getPath(cursor, y, style.size).commands, style.size < 40 ? 1000 : 10);
    cursor += (glyph.advanceWidth ?? 0) * scale + ((style.tracking ?? 0) / 1000) * style.size;
    const next = glyphs[i + 1];
    if (next) cursor += font.getKerningValue(glyph, next) * scale;
  });
  return data;
}

export function drawTextLine(text: string, x: number, y: number, style: TypeStyle): string {
  return `<path d="${createTextOutline(text, x, y, style)}" fill="${style.fill ?? '#000'}"/>`;
}

/** Draws a line of text like `drawTextLine`, and reduces its size if the text would be wider than `maxWidth`. */
export function drawFittedTextLine(text: string, x: number, y: number, style: TypeStyle, maxWidth: number): string {
  const width = measureTextWidth(text, style);
  return drawTextLine(text, x, y, width > maxWidth ? { ...style, size: (style.size * maxWidth) / width } : style);
}

/** Draws one line of text along the upper arc of a circle around (x, y), or along the lower arc if `isBelow`. */
export function drawArcTextLine(
  text: string,
  x: number,
  y: number,
  radius: number,
  style: TypeStyle,
  isBelow = false,
): string {
  const total = measureTextWidth(text, style);
  let data = '';
  let along = -total / 2;
  for (const letter of text) {
    const own = measureTextWidth(letter, style);
    const angle = ((along + own / 2) / radius) * (180 / Math.PI);
    const turn = isBelow ? -angle : angle;
    const d = createTextOutline(letter, x, isBelow ? y + radius : y - radius, { ...style, anchor: 'middle' });
    data += `<path d="${d}" transform="rotate(${turn.toFixed(3)} ${x} ${y})" fill="${style.fill ?? '#000'}"/>`;
    along += own + ((style.tracking ?? 0) / 1000) * style.size;
  }
  return data;
}
