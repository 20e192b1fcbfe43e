import { z } from 'zod';
import { maxId } from './limits.ts';

// Schemas for values in URL paths and queries, which are texts on the wire. A whole number has one notation, so that
// `1`, `01`, `0x1` and `1e0` are not four URLs of one resource. Values are within the range of the database's types.

const wholeNumberPattern = /^(0|-?[1-9]\d{0,14})$/;
const decimalPattern = /^-?(0|[1-9]\d{0,8})(\.\d{1,6})?$/;
const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses texts that match `pattern`, and refuses other texts. Values that are no text, such as numbers from the server
 * itself or the list of a repeated parameter, are left to the next schema.
 */
const parseText = <T>(pattern: RegExp, parse: (text: string) => T, expected: 'int' | 'number' | 'date') =>
  z.transform((input: unknown, context): unknown => {
    if (typeof input !== 'string') return input;
    if (pattern.test(input)) return parse(input);
    context.issues.push({ code: 'invalid_type', expected, input });
    return z.NEVER;
  });

export const wholeNumberText = (min: number, max: number) =>
  parseText(wholeNumberPattern, Number, 'int').pipe(z.int().min(min).max(max));

export const idFromTextSchema = wholeNumberText(1, maxId);

/** A schema for a decimal number with at most six decimal places. */
export const decimalFromTextSchema = parseText(decimalPattern, Number, 'number').pipe(z.number());

/** Checks whether a year has four digits, because JavaScript and PostgreSQL write other years differently. */
const hasFourDigitYear = (date: Date): boolean => /^\d{4}-/.test(date.toISOString()) && date.getUTCFullYear() > 0;

/** A schema for a date, or date and time, in ISO 8601. */
export const dateText = parseText(datePattern, (text) => new Date(text), 'date').pipe(
  z.date().refine(hasFourDigitYear),
);

/** Wraps a schema so that an empty value counts as absent. */
export const optionalText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
