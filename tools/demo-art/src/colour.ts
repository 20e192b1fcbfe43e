/** Linear-light red, green and blue, 0 to 1. */
export type LinearRgb = [number, number, number];

export function decodeSrgbChannel0To1(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

export function encodeSrgbChannel0To1(channel: number): number {
  const c = Math.min(1, Math.max(0, channel));
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** Red, green and blue in sRGB, 0 to 255. */
export type SrgbBytes = [number, number, number];

export function parseHexSrgbBytes(hex: string): SrgbBytes {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function parseLinearRgb(hex: string): LinearRgb {
  const [r, g, b] = parseHexSrgbBytes(hex);
  return [decodeSrgbChannel0To1(r / 255), decodeSrgbChannel0To1(g / 255), decodeSrgbChannel0To1(b / 255)];
}

export function formatSrgbBytesAsHex(r: number, g: number, b: number): string {
  return `#${[r, g, b]
    .map((c) =>
      Math.round(Math.min(255, Math.max(0, c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
