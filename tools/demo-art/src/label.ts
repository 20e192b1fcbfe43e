import { formatRoundedToTwoDecimals } from './curve.ts';
import type { LabelArt } from './decal.ts';
import type { EstateBrandStyle, LabelText } from './estate-brand-style.ts';
import { drawFittedTextLine, drawTextLine, measureTextWidth } from './type.ts';

export const createRectangleLabelOutline = (w: number, h: number): string => `M0 0H${w}V${h}H0Z`;

/** Creates a rectangle whose corners are cut out as quarter circles. */
export function createNotchedLabelOutline(w: number, h: number, r: number, inset = 0): string {
  const [a, b, c, d] = [inset, inset, w - inset, h - inset];
  return `M${a + r} ${b}H${c - r}A${r} ${r} 0 0 0 ${c} ${b + r}V${d - r}A${r} ${r} 0 0 0 ${c - r} ${d}H${a + r}A${r} ${r} 0 0 0 ${a} ${d - r}V${b + r}A${r} ${r} 0 0 0 ${a + r} ${b}Z`;
}

/** Creates a rectangle with a round arch for a top. */
export function createArchLabelOutline(w: number, h: number, inset = 0): string {
  const r = w / 2 - inset;
  return `M${inset} ${h - inset}V${formatRoundedToTwoDecimals(w / 2)}A${formatRoundedToTwoDecimals(r)} ${formatRoundedToTwoDecimals(r)} 0 0 1 ${formatRoundedToTwoDecimals(w - inset)} ${formatRoundedToTwoDecimals(w / 2)}V${h - inset}Z`;
}

export function createOvalLabelOutline(w: number, h: number, inset = 0): string {
  const [rx, ry] = [w / 2 - inset, h / 2 - inset];
  return `M${inset} ${h / 2}A${rx} ${ry} 0 0 1 ${w - inset} ${h / 2}A${rx} ${ry} 0 0 1 ${inset} ${h / 2}Z`;
}

export const strokePath = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** Draws a tapered horizontal line, `half` long on each side of the lozenge in its middle. */
export function drawRule(x: number, y: number, half: number, colour: string): string {
  return `<path d="M${formatRoundedToTwoDecimals(x - half)} ${y}L${formatRoundedToTwoDecimals(x - 1.6)} ${y - 0.22}V${y + 0.22}ZM${formatRoundedToTwoDecimals(x + half)} ${y}L${formatRoundedToTwoDecimals(x + 1.6)} ${y - 0.22}V${y + 0.22}ZM${x - 1} ${y}L${x} ${y - 0.8}L${x + 1} ${y}L${x} ${y + 0.8}Z" fill="${colour}"/>`;
}

/** Draws the estate's name in its typeface. */
export function drawEstateName(
  house: EstateBrandStyle,
  x: number,
  y: number,
  size: number,
  fill: string,
  maxWidth = 72,
): string {
  return drawFittedTextLine(house.estate, x, y, { face: house.nameFace, size: size * house.nameScale, fill }, maxWidth);
}

/** Draws the cuvée's name in large capitals, split over two lines if it is long. */
export function drawCuveeName(
  house: EstateBrandStyle,
  text: LabelText,
  x: number,
  y: number,
  size: number,
  fill: string,
  maxWidth: number,
): string {
  const name = (text.cuvee ?? text.name).toLocaleUpperCase('fr');
  const style = { face: house.cuveeFace, size, tracking: 90, fill };
  if (measureTextWidth(name, style) <= maxWidth * 1.22) return drawFittedTextLine(name, x, y, style, maxWidth);
  const parts = name.split(' ');
  let best = 1;
  let bestWidth = Number.POSITIVE_INFINITY;
  for (let i = 1; i < parts.length; i++) {
    const wide = Math.max(
      measureTextWidth(parts.slice(0, i).join(' '), style),
      measureTextWidth(parts.slice(i).join(' '), style),
    );
    if (wide < bestWidth) [best, bestWidth] = [i, wide];
  }
  if (parts.length === 1) return drawFittedTextLine(name, x, y, style, maxWidth);
  const shrink = Math.min(0.9, maxWidth / bestWidth);
  const small = { ...style, size: size * shrink };
  return (
    drawTextLine(parts.slice(0, best).join(' '), x, y - size * 0.62, small) +
    drawTextLine(parts.slice(best).join(' '), x, y + size * 0.32, small)
  );
}

/** Draws the small print along the lower edge: volume on the left, alcohol on the right. */
export function drawLabelFooter(
  house: EstateBrandStyle,
  text: LabelText,
  w: number,
  y: number,
  fill: string,
  margin = 8,
  size = 2.5,
): string {
  const style = { face: house.sans, size, tracking: 40, fill };
  if (!text.degree) return drawTextLine(text.volume, margin, y, { ...style, anchor: 'start' });
  return (
    drawTextLine(text.volume, margin, y, { ...style, anchor: 'start' }) +
    drawTextLine(text.degree, w - margin, y, { ...style, anchor: 'end' })
  );
}

/** Draws text in widely spaced capitals, as for the appellation. */
export function drawSpacedCapitals(
  house: EstateBrandStyle,
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  maxWidth: number,
): string {
  return drawFittedTextLine(
    text.toLocaleUpperCase('fr'),
    x,
    y,
    { face: house.sans, size, tracking: 160, fill },
    maxWidth,
  );
}

export function drawItalicText(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  maxWidth: number,
): string {
  return drawFittedTextLine(text, x, y, { face: 'serifItalic', size, tracking: 10, fill }, maxWidth);
}

/** Scales a label for a larger or smaller bottle. */
export function scaleLabel(art: LabelArt, k: number): LabelArt {
  return { ...art, width: art.width * k, height: art.height * k, drawn: art.drawn ?? [art.width, art.height] };
}
