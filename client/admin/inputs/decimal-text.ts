import { getLocale, type Lang } from '#shared/languages.ts';

/** Parses a typed decimal number. Empty texts give null, and texts that are no number stay as they are. */
export function parseDecimal(text: string): number | string | null {
  const compact = text.replace(/[\s€]/g, '');
  if (compact === '') return null;
  return /^[-+]?\d+([.,]\d*)?$/.test(compact) ? Number(compact.replace(',', '.')) : text;
}

/** Formats a number for an input, without separators of thousands. */
export const formatDecimal = (value: number, lang: Lang, decimals = 0): string =>
  value.toLocaleString(getLocale(lang), {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 10),
  });
