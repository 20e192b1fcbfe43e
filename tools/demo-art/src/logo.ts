import { compactPath } from './curve.ts';
import type { EstateBrandStyle } from './estate-brand-style.ts';
import { drawAcornEmblem } from './oak.ts';
import { createTextOutline, type TypeStyle, measureTextWidth } from './type.ts';

type Mark = (x: number, y: number, size: number, ink: string, paper: string, accent: string) => string;

/** Creates a line of text as compact path data. */
function word(text: string, x: number, y: number, style: TypeStyle): string {
  return `<path d="${compactPath(createTextOutline(text, x, y, style))}" fill="${style.fill}"/>`;
}

/** Draws the emblem of Domaine des Chênes: two leaves over one acorn. */
export const drawOakEmblem: Mark = (x, y, size, ink, paper, accent) => drawAcornEmblem(x, y, size, ink, paper, accent);

/** Draws the emblem of Willow Hill: a willow over a line of water. */
export const drawWillowEmblem: Mark = (x, y, size, ink, _paper, accent) => {
  const s = size;
  const strands = [-1, -0.62, -0.26, 0.14, 0.5, 0.8, 1].map((t, i) => {
    const end = y + s * [0.3, 0.18, 0.34, 0.14, 0.32, 0.2, 0.28][i]!;
    const out = x + t * 0.44 * s;
    return `M${x + t * 0.03 * s} ${y - 0.12 * s}C${x + t * 0.12 * s} ${y - 0.5 * s} ${out} ${y - 0.5 * s} ${out} ${y - 0.1 * s}C${out} ${y} ${out + t * 0.03 * s} ${end - 0.1 * s} ${out + t * 0.02 * s} ${end}`;
  });
  return (
    `<path d="M${x - 0.075 * s} ${y + 0.4 * s}C${x - 0.03 * s} ${y + 0.25 * s} ${x - 0.04 * s} ${y} ${x - 0.03 * s} ${y - 0.2 * s}H${x + 0.03 * s}C${x + 0.03 * s} ${y} ${x + 0.03 * s} ${y + 0.25 * s} ${x + 0.085 * s} ${y + 0.4 * s}Z" fill="${ink}"/>` +
    `<path d="${strands.join('')}" fill="none" stroke="${ink}" stroke-width="${s * 0.052}" stroke-linecap="round"/>` +
    `<path d="M${x - 0.46 * s} ${y + 0.46 * s}H${x + 0.46 * s}" stroke="${accent}" stroke-width="${s * 0.05}" stroke-linecap="round"/>`
  );
};

function svg(width: number, height: number, title: string, body: string): string {
  const tidy = body.replace(/-?\d+\.\d{3,}/g, (value) => String(Math.round(Number(value) * 100) / 100));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.round(width)} ${Math.round(height)}" width="${Math.round(width)}" height="${Math.round(height)}" role="img" aria-label="${title}">${tidy}</svg>\n`;
}

/** Draws the horizontal logo for the page header, with the emblem beside the name. */
export function drawHeaderLogo(house: EstateBrandStyle, mark: Mark, ink: string, paper: string, accent: string): string {
  const isScript = house.nameFace === 'script';
  const style = {
    face: house.nameFace,
    size: isScript ? 56 : 54,
    tracking: isScript ? 0 : 10,
    anchor: 'start' as const,
    fill: ink,
  };
  const width = measureTextWidth(house.estate, style);
  return svg(
    82 + width + 10,
    84,
    house.estate,
    mark(38, 42, isScript ? 80 : 70, ink, paper, accent) + word(house.estate, 82, isScript ? 59 : 58, style),
  );
}

/** Draws the stacked logo for the page footer, with the emblem above the name and the place. */
export function drawFooterLogo(house: EstateBrandStyle, mark: Mark, ink: string, paper: string, accent: string): string {
  const style = { face: house.nameFace, size: 50, fill: ink };
  const width = Math.max(220, measureTextWidth(house.estate, style) + 16);
  const x = width / 2;
  const place: TypeStyle = { face: house.sans, size: 13.5, tracking: 300, fill: ink };
  const half = measureTextWidth(house.place.toUpperCase(), place) / 2 + 14;
  return svg(
    width,
    196,
    house.estate,
    mark(x, 54, 92, ink, paper, accent) +
      word(house.estate, x, 152, style) +
      `<path d="M${x - half - 18} 177H${x - half}M${x + half} 177H${x + half + 18}" stroke="${accent}" stroke-width="2"/>` +
      word(house.place.toUpperCase(), x + 1, 182, place),
  );
}

/** Draws a square icon that remains legible at 24 px. */
export function drawFavicon(house: EstateBrandStyle, ground: string, ink: string, accent: string): string {
  if (house.nameFace === 'script') {
    return svg(
      64,
      64,
      house.estate,
      `<rect width="64" height="64" rx="12" fill="${ground}"/><path d="M32 8V18" stroke="${ink}" stroke-width="5" stroke-linecap="round"/><path d="M12.5 32C12 21 21 14.5 32 14.5S52 21 51.5 32C51.4 34 12.600 34 12.500 32Z" fill="${ink}"/><path d="M16.500 36.500H47.500C47.500 46 40 52.500 35 55Q32 60 29 55C24 52.500 16.500 46 16.500 36.500Z" fill="${accent}"/>`,
    );
  }
  return svg(
    64,
    64,
    house.estate,
    `<rect width="64" height="64" rx="12" fill="${ground}"/><path d="M32 50V24" stroke="${ink}" stroke-width="6" stroke-linecap="round"/><path d="M32 26C30 10 12 12 12 28V42M32 26C29 14 22 20 22 31V39M32 26C34 10 52 12 52 28V42M32 26C35 14 42 20 42 31V39" fill="none" stroke="${ink}" stroke-width="4.4" stroke-linecap="round"/><path d="M13 55H51" stroke="${accent}" stroke-width="4.4" stroke-linecap="round"/>`,
  );
}
