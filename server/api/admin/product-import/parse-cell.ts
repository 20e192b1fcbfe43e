import { languages } from '#shared/languages.ts';
import { findChoice } from './choice-words.ts';
import type { Column } from './derive-columns.ts';
import type { AssumedNumber, UntranslatedIssue } from './imported-file-product.ts';
import { type NumberUnit, parseNumber } from './parse-number.ts';
import { readPath, variantPrefix, writePath } from './product-columns.ts';

/** Maximum number of cells that are kept for an issue at the end of the file. */
const maxAssumedNumbers = 50;

/** The rule by which the numbers of a file are read, and the numbers that depend on it. */
export interface NumberReading {
  /** The decimal mark that the separator of the file implies; null if it implies none. */
  decimalMark: ',' | '.' | null;
  /** True if a cell of the file has another decimal mark than its separator implies. */
  hasOtherMark: boolean;
  /** The first cells that are read as `decimalMark` implies although they could be whole numbers. */
  assumed: AssumedNumber[];
}

/** The place of a cell, and the lists to which its issues and numbers are added. */
export interface CellContext {
  line: number;
  numbers: NumberReading;
  issues: UntranslatedIssue[];
}

/** Columns with a unit that files may repeat. Those of variants have their prefix. */
const unitByColumn: Readonly<Record<string, NumberUnit>> = {
  vatRate: 'percent',
  alcohol: 'percent',
  [`${variantPrefix}price`]: 'currency',
};

/** A long number as spreadsheet programs change it when they open a CSV file, such as `3,76012E+12`. */
const spreadsheetNumber = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/**
 * Writes the value of a cell to its field.
 * @param heading The column in the header of the file
 */
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
