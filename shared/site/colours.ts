/** The channels of a colour from 0 to 255, and its alpha suffix in hexadecimal, which may be empty. */
interface Channels {
  red: number;
  green: number;
  blue: number;
  alpha: string;
}

function parseColour(colour: string): Channels {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const hex = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : colour;
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i.exec(hex);
  if (!long) throw new RangeError(`not a colour: "${colour}", expected "#rrggbb" or "#rrggbbaa"`);
  const [red = 0, green = 0, blue = 0] = long.slice(1, 4).map((pair) => Number.parseInt(pair, 16));
  return { red, green, blue, alpha: long[4] ?? '' };
}

export const isColour = (text: string): boolean => /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);

const clamp = (channel: number) => Math.min(255, Math.max(0, Math.round(channel)));
const hexPair = (channel: number) => clamp(channel).toString(16).padStart(2, '0');
const formatColour = ({ red, green, blue, alpha }: Channels) =>
  `#${hexPair(red)}${hexPair(green)}${hexPair(blue)}${alpha}`;

/** Adds `offset` to each channel of a colour, clamped to the range 0 to 255. The alpha channel is preserved. */
export function lightenColourByOffset(colour: string, offset: number): string {
  const { red, green, blue, alpha } = parseColour(colour);
  return formatColour({ red: red + offset, green: green + offset, blue: blue + offset, alpha });
}

export const darkenColourByOffset = (colour: string, offset: number): string => lightenColourByOffset(colour, -offset);

/**
 * Mixes two colours, without their alpha channels.
 * @param share portion of `other`, 0 to 1
 */
export function mixColours(colour: string, other: string, share: number): string {
  const [one, two] = [parseColour(colour), parseColour(other)];
  const between = (a: number, b: number) => a + (b - a) * share;
  return formatColour({
    red: between(one.red, two.red),
    green: between(one.green, two.green),
    blue: between(one.blue, two.blue),
    alpha: '',
  });
}

/** Computes the perceived brightness of a colour, from 0 to 255. */
export function computeBrightness0To255(colour: string): number {
  const { red, green, blue } = parseColour(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Checks whether the perceived brightness of a colour is at most 128 of 255. */
export const isDarkColour = (colour: string): boolean => computeBrightness0To255(colour) <= 128;

/** Computes the relative luminance of a colour by WCAG 2.2, from 0 to 1. */
function relativeLuminance(colour: string): number {
  const { red, green, blue } = parseColour(colour);
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Computes the contrast ratio of two opaque colours by WCAG 2.2, from 1 to 21. */
export function computeContrastRatio(a: string, b: string): number {
  const [low = 0, high = 0] = [relativeLuminance(a), relativeLuminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Returns black or white, whichever has more contrast to a background. One of them always reaches 4.5:1. */
const blackOrWhiteOn = (background: string) =>
  computeContrastRatio(background, '#ffffff') > computeContrastRatio(background, '#000000') ? '#ffffff' : '#000000';

/**
 * Selects a text colour for a background: light on a dark one, dark on a light one. If that colour has too little
 * contrast, which happens on medium tones, the result is black or white.
 */
export function selectTextColour(background: string, { light = '#ffffff', dark = '#1c1b16' } = {}): string {
  const preferred = isDarkColour(background) ? light : dark;
  return computeContrastRatio(background, preferred) >= 4.5 ? preferred : blackOrWhiteOn(background);
}

/**
 * Lightens or darkens the second colour until its contrast to the first one, the background, reaches `ratio`, at most
 * to white or black. The alpha channel is dropped.
 * @param ratio minimum contrast by WCAG 2.2: 4.5 for text, 3 for icons and borders
 */
export function ensureContrast(background: string, colour: string, ratio = 4.5): string {
  const extreme = blackOrWhiteOn(background);
  const step = extreme === '#ffffff' ? 6 : -6;
  let adjusted = formatColour({ ...parseColour(colour), alpha: '' });
  while (computeContrastRatio(background, adjusted) < ratio && adjusted !== extreme)
    adjusted = lightenColourByOffset(adjusted, step);
  return adjusted;
}
