import { getLocale, type Lang } from '#shared/languages.ts';

/**
 * Parses a typed decimal number, which may have spaces between thousands. Returns null for an empty text, and a text
 * that is not a number unchanged.
 * @param decimals The number of decimals of the value. An amount with two decimals is not a number if three digits
 * follow its separator, because `1,200` and `1.200` may mean 1200.
 */
export function parseDecimalOrReturnText(text: string, decimals?: number): number | string | null {
  const compact = text.replace(/[\s€]/g, '');
  if (compact === '') return null;
  if (decimals === 2 && /[.,]\d{3}$/.test(compact)) return text;
  return /^[-+]?\d+([.,]\d*)?$/.test(compact) ? Number(compact.replace(',', '.')) : text;
}

/** Formats a number for an input, without separators of thousands. */
export const formatDecimal = (value: number, lang: Lang, decimals = 0): string =>
  value.toLocaleString(getLocale(lang), {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 10),
  });
