import type { SiteInfo } from './site-contract.ts';

type FontRole = SiteInfo['fonts'][number]['type'];

/**
 * The limits within which the layout supports the sizes of fonts, in em of the text. Titles that are smaller would be
 * smaller than the headings inside them.
 */
export const fontSizeLimitsEm: Readonly<Record<FontRole, { min: number; max: number }>> = {
  TITLE: { min: 1.4, max: 4 },
  MENU: { min: 0.7, max: 4 },
  CONTENT: { min: 0.85, max: 1.5 },
};

/** The size of 1em in each unit of font sizes. */
const unitsPerEm: Readonly<Record<string, number>> = { em: 1, rem: 1, px: 16, '%': 100 };

/** Reads a font size such as `2em` in em; null for a text that is no size. */
export function parseFontSize(size: string): number | null {
  const [, amount, unit = ''] = /^(\d{0,4}\.?\d{1,4})(em|rem|px|%)$/.exec(size) ?? [];
  return amount ? Number(amount) / (unitsPerEm[unit] ?? 1) : null;
}

export function isFontSize(role: FontRole, size: string): boolean {
  const em = parseFontSize(size);
  const { min, max } = fontSizeLimitsEm[role];
  return em !== null && em >= min && em <= max;
}
