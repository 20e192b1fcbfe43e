import { readTextsByLanguage } from '#server/read-texts.ts';
import { foldText } from '#shared/fold-text.ts';
import { type Lang, languages } from '#shared/languages.ts';
import type { AssumedNumber, UntranslatedIssue } from './imported-file-product.ts';
import { type Column, productColumns, readPath, variantColumns, variantPrefix, writePath } from './product-columns.ts';

const toTextKey = (column: string, choice: string): string => `${column}.${choice}`;

const keys = [...productColumns, ...variantColumns].flatMap(({ name, choices = [] }) =>
  choices.map((choice) => toTextKey(name, choice)),
);
const labels = readTextsByLanguage<string, string>('admin-choices', keys);

/** Symbols that files contain instead of the names of units. */
const symbols: Readonly<Record<string, string>> = { cl: 'CENTILITRE', l: 'LITER' };

/** Words of labels that people leave out: a file has "rouge" for "Vin rouge". */
const omittedWords = new Set(['vin', 'wine']);

const omitWords = (label: string): string =>
  label
    .split(' ')
    .filter((word) => !omittedWords.has(word))
    .join(' ');

/**
 * Finds the choice that a cell names by its key or by its label in any language.
 * @returns undefined if the column has no such choice
 */
function findChoice({ name, choices = [] }: Column, cell: string): string | undefined {
  const word = foldText(cell);
  return choices.find((choice) => {
    const names = languages.map((lang) => foldText(labels[lang][toTextKey(name, choice)] ?? choice));
    return [choice.toLowerCase(), ...names, ...names.map(omitWords)].includes(word) || symbols[word] === choice;
  });
}

/** Lists the labels and keys of a column's choices, such as `Vin rouge (red)`. */
export const listChoiceWords = ({ name, choices = [] }: Column, lang: Lang): string =>
  choices.map((choice) => `${labels[lang][toTextKey(name, choice)]} (${choice})`).join(', ');

/** Maximum number of cells that are kept for an issue at the end of the file. */
const maxAssumedNumbers = 50;

/** The rule by which the numbers of a file are read, and the numbers that depend on it. */
export interface NumberReading {
  /** The decimal mark that the separator of the file implies; null if it implies none. */
  decimalMark: ',' | '.' | null;
  /** True if a cell of the file has another decimal mark than its separator implies. */
  hasOtherMark: boolean;
  /** The first cells, such as `1,250`, that were read as decimals although their mark could separate thousands. */
  assumed: AssumedNumber[];
}

export interface CellContext {
  line: number;
  numbers: NumberReading;
  issues: UntranslatedIssue[];
}

type DecimalMark = ',' | '.';

/** Units that a cell may name, by the kind of its column. */
const units = {
  currency: ['€', '£', '$', 'eur', 'gbp', 'usd'],
  percent: ['% vol.', '% vol', '%'],
} as const;
type NumberUnit = keyof typeof units;

interface NumberFormat {
  /** The decimal mark that the separator of the file implies; null if it implies none. */
  decimalMark: DecimalMark | null;
  unit: NumberUnit | null;
}

interface ParsedNumber {
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

/** Columns with a unit that files may repeat. Those of variants have their prefix. */
const unitByColumn: Readonly<Record<string, NumberUnit>> = {
  vatRate: 'percent',
  alcohol: 'percent',
  [`${variantPrefix}price`]: 'currency',
};

/** A long number as spreadsheet programs change it when they open a CSV file, such as `3,76012E+12`. */
const spreadsheetNumber = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** @param heading The column in the header of the file */
export function parseCellIntoField(
  column: Column,
  cell: string,
  fields: Record<string, unknown>,
  { heading, ...context }: CellContext & { heading: string },
): void {
  const { name, kind } = column;
  if (kind === 'localized') parseLocalizedCell(name, cell, fields);
  else writePath(fields, name, parseCell(column, cell.trim(), { heading, ...context }));
}

function parseLocalizedCell(name: string, cell: string, fields: Record<string, unknown>): void {
  if (cell !== '') writePath(fields, name, cell);
  else if (readPath(fields, name) === null || readPath(fields, name) === undefined) writeEmptyText(fields, name);
}

/**
 * Sets a field that has no text to an empty text. An empty cell of a single language sets nothing, so that the stored
 * texts of other languages stay.
 */
function writeEmptyText(fields: Record<string, unknown>, name: string): void {
  if (!languages.some((lang) => name.endsWith(`.${lang}`))) writePath(fields, name, '');
}

const booleanWords: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  true: true,
  false: false,
  oui: true,
  non: false,
  vrai: true,
  faux: false,
  '1': true,
  '0': false,
};

/** Parses a cell. One that cannot be parsed stays a text: the schema refuses it and names the column. */
function parseCell(column: Column, cell: string, context: CellContext & { heading: string }): unknown {
  const { kind } = column;
  if (kind === 'words' || kind === 'ids') {
    const parts = cell.split('|').flatMap((part) => part.trim() || []);
    return kind === 'words' ? parts : parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  }
  if (cell === '') return kind === 'text' ? '' : undefined;
  if (kind === 'number') return parseNumberCell(cell, context);
  if (kind === 'choice') return parseChoice(column, cell, context);
  if (kind === 'boolean') return booleanWords[cell.toLowerCase()] ?? cell;
  if (kind === 'json') return parseJson(cell);
  if (spreadsheetNumber.test(cell)) addIssue(context, 'field.spreadsheet_number', cell);
  return cell;
}

const addIssue = (
  { line, heading, issues }: CellContext & { heading: string },
  text: UntranslatedIssue['text'],
  value: string,
  more: Pick<UntranslatedIssue, 'values' | 'choices'> = {},
): void => void issues.push({ line, column: heading, text, value, ...more });

function parseNumberCell(cell: string, context: CellContext & { heading: string }): number | string {
  const { line, numbers, heading } = context;
  const { decimalMark } = numbers;
  const parsed = parseNumber(cell, { decimalMark, unit: unitByColumn[heading] ?? null });
  if (!parsed) return cell;
  const { value, shownMark, alternatives, isAmbiguous } = parsed;
  if (shownMark !== null && decimalMark !== null && shownMark !== decimalMark) numbers.hasOtherMark = true;
  if (!alternatives) return value;
  if (isAmbiguous) addIssue(context, 'field.ambiguous_number', cell, { values: alternatives });
  else if (numbers.assumed.length < maxAssumedNumbers)
    numbers.assumed.push({ line, column: heading, cell, value, alternatives });
  return value;
}

function parseChoice(column: Column, cell: string, context: CellContext & { heading: string }): string {
  const choice = findChoice(column, cell);
  if (choice === undefined) addIssue(context, 'field.choice', cell, { choices: column });
  return choice ?? cell;
}

function parseJson(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    // The cell is returned as text: the schema refuses the text and names the column.
    return cell;
  }
}
