/** `#rgb`, `#rrggbb` or `#rrggbbaa`, as its three channels (0 to 255) and the alpha suffix as it was written. */
interface Channels {
  red: number;
  green: number;
  blue: number;
  alpha: string;
}

function channels(colour: string): Channels {
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

const clamp = (channel: number) => Math.min(255, Math.max(0, Math.round(channel)));
const hexPair = (channel: number) => clamp(channel).toString(16).padStart(2, '0');
const written = ({ red, green, blue, alpha }: Channels) => `#${hexPair(red)}${hexPair(green)}${hexPair(blue)}${alpha}`;

/** Adds `offset` to each channel, clamped to 0…255; an alpha suffix stays as it is. */
export function lighten(colour: string, offset: number): string {
  const { red, green, blue, alpha } = channels(colour);
  return written({ red: red + offset, green: green + offset, blue: blue + offset, alpha });
}

/** Takes `offset` from each channel, clamped to 0…255; an alpha suffix stays as it is. */
export const darken = (colour: string, offset: number): string => lighten(colour, -offset);

/** `share` (0 to 1) of `other` in `colour`, without alpha. */
export function mix(colour: string, other: string, share: number): string {
  const [one, two] = [channels(colour), channels(other)];
  const between = (a: number, b: number) => a + (b - a) * share;
  return written({
    red: between(one.red, two.red),
    green: between(one.green, two.green),
    blue: between(one.blue, two.blue),
    alpha: '',
  });
}

/** Perceived brightness, 0 to 255. */
export function luminance(colour: string): number {
  const { red, green, blue } = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** A colour is dark when its luminance is at or below 128. */
export const isDark = (colour: string): boolean => luminance(colour) <= 128;

/** WCAG 2.2: relative luminance of a colour, 0 to 1. */
function relativeLuminance(colour: string): number {
  const { red, green, blue } = channels(colour);
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2.2: contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever can be read better: one of them always has a contrast of 4.5. */
const extremeOn = (ground: string) =>
  contrast(ground, '#ffffff') > contrast(ground, '#000000') ? '#ffffff' : '#000000';

/**
 * A colour for text on `ground`: light on a dark ground, dark on a light one. Where that rule leaves too little
 * contrast, as it can in the middle, black or white.
 */
export function inkOn(ground: string, { light = '#ffffff', dark = '#1c1b16' } = {}): string {
  const ruled = isDark(ground) ? light : dark;
  return contrast(ground, ruled) >= 4.5 ? ruled : extremeOn(ground);
}

/** `colour`, moved away from `ground` until it can be read there: a contrast of at least `ratio` (4.5: text, 3: signs). */
export function readableOn(ground: string, colour: string, ratio = 4.5): string {
  const extreme = extremeOn(ground);
  const step = extreme === '#ffffff' ? 6 : -6;
  let shown = written({ ...channels(colour), alpha: '' });
  while (contrast(ground, shown) < ratio && shown !== extreme) shown = lighten(shown, step);
  return shown;
}
