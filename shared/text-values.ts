import { z } from 'zod';

// Values of paths and queries, which are texts on the wire. Each value has one notation, so that `1`, `01`, `0x1` and `1e0`
// are not four URLs of one resource, and is within the bounds of the database's types.

const wholeNumberPattern = /^(0|-?[1-9]\d{0,14})$/;
const decimalPattern = /^-?(0|[1-9]\d{0,8})(\.\d{1,6})?$/;
const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** The upper bound of PostgreSQL's `integer`, the type of all ids. */
export const maxId = 2_147_483_647;

/** Parses values that match `pattern`. Values that are not texts come from the server itself. */
const parseText = <T>(pattern: RegExp, parse: (text: string) => T, expected: 'int' | 'number' | 'date') =>
  z.transform((input: unknown, context): unknown => {
    if (typeof input !== 'string') return input;
    if (pattern.test(input)) return parse(input);
    context.issues.push({ code: 'invalid_type', expected, input });
    return z.NEVER;
  });

/** A whole number in decimal notation. */
export const wholeNumber = (min: number, max: number) =>
  parseText(wholeNumberPattern, Number, 'int').pipe(z.int().min(min).max(max));

/** The id of a row. */
export const idValue = wholeNumber(1, maxId);

/** A decimal number with at most six places. */
export const decimalNumber = parseText(decimalPattern, Number, 'number').pipe(z.number());

/** The other years have different notations in JavaScript and PostgreSQL. */
const hasFourDigitYear = (date: Date): boolean => /^\d{4}-/.test(date.toISOString()) && date.getUTCFullYear() > 0;

/** A date, or date and time, of ISO 8601. */
export const isoDate = parseText(datePattern, (text) => new Date(text), 'date').pipe(z.date().refine(hasFourDigitYear));

/** Treats an empty value as absent. */
export const absentWhenEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
