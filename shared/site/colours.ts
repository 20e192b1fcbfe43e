import { parseCssColour } from './parse-css-colour.ts';

/** The channels of a colour from 0 to 255, and its alpha suffix in hexadecimal, which may be empty. */
interface Channels {
  red: number;
  green: number;
  blue: number;
  alpha: string;
}

function parseColour(colour: string): Channels {
  const hex = parseCssColour(colour);
  if (!hex) throw new RangeError(`not a colour: "${colour}", expected one such as "#rrggbb" or "white"`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return { red, green, blue, alpha: hex.slice(7) };
}

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

/** Returns the opaque colour that a colour has on an opaque background, for mails and documents. */
export function flattenColour(colour: string, background: string): string {
  const { alpha } = parseColour(colour);
  return mixColours(background, colour, alpha === '' ? 1 : Number.parseInt(alpha, 16) / 255);
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
