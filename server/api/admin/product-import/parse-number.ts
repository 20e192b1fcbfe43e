/** The sign between whole part and fraction. */
type DecimalMark = ',' | '.';

/** Units that a cell may name, by the kind of its column. */
const units = {
  currency: ['€', '£', '$', 'eur', 'gbp', 'usd'],
  percent: ['% vol.', '% vol', '%'],
} as const;
export type NumberUnit = keyof typeof units;

interface NumberFormat {
  /** The decimal mark that the separator of the file implies; null if it implies none. */
  decimalMark: DecimalMark | null;
  unit: NumberUnit | null;
}

export interface ParsedNumber {
  value: number;
  /** The decimal mark that the cell itself shows; null if it shows none. */
  shownMark: DecimalMark | null;
  /** For `1,250`, which may be two numbers: both of them, as texts that have one meaning each. */
  alternatives: { whole: string; decimal: string } | null;
  /** True if the file's decimal mark tells neither of the alternatives. `value` must not be used then. */
  isAmbiguous: boolean;
}

/**
 * Parses a number as people write it: `1 250,00`, `1,250.00`, `14,50 €`, `20 %`.
 * @returns null for any other text
 */
export function parseNumber(cell: string, { decimalMark, unit }: NumberFormat): ParsedNumber | null {
  const text = removeUnit(cell.trim().replace(/\s/g, ' '), unit);
  const [, sign = '', digits = ''] = /^([-−]?)(\d[\d .,'’]*)$/.exec(text) ?? [];
  if (digits === '') return null;
  const toValue = (whole: string, fraction = '0') =>
    Number(`${whole.replace(/\D/g, '')}.${fraction}`) * (sign === '' ? 1 : -1);
  const certain = (value: number, shownMark: DecimalMark | null): ParsedNumber => ({
    value,
    shownMark,
    alternatives: null,
    isAmbiguous: false,
  });
  const mark = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const otherMark = mark === ',' ? '.' : ',';
  const parts = digits.split(mark);
  const [whole = '', fraction = ''] = parts;
  if (parts.length === 1) return isGrouped(digits, " '’") ? certain(toValue(digits), null) : null;
  if (parts.length > 2) return isGrouped(digits, mark) ? certain(toValue(digits), otherMark) : null;
  if (!/^\d+$/.test(fraction) || !isGrouped(whole, ` '’${otherMark}`)) return null;
  if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return certain(toValue(whole, fraction), mark);
  const alternatives = {
    whole: `${sign}${whole}${fraction}`,
    decimal: `${sign}${whole}${mark}${toDistinctFraction(fraction)}`,
  };
  return { value: toValue(whole, fraction), shownMark: null, alternatives, isAmbiguous: mark !== decimalMark };
}

function removeUnit(text: string, unit: NumberUnit | null): string {
  const lower = text.toLowerCase();
  for (const each of unit === null ? [] : units[unit]) {
    if (lower.endsWith(each)) return text.slice(0, -each.length).trim();
    if (lower.startsWith(each)) return text.slice(each.length).trim();
  }
  return text;
}

/** Checks whether a text is a row of digits, or has groups of three digits with the same one of `marks` between them. */
function isGrouped(text: string, marks: string): boolean {
  if (/^\d+$/.test(text)) return true;
  const mark = [...marks].find((each) => text.includes(each));
  if (mark === undefined) return false;
  const [first = '', ...groups] = text.split(mark);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** Shortens or lengthens a fraction of three digits, so that it cannot be read as a group of thousands. */
function toDistinctFraction(fraction: string): string {
  if (fraction.endsWith('00')) return fraction.slice(0, 1);
  return fraction.endsWith('0') ? fraction.slice(0, 2) : `${fraction}0`;
}
