/**
 * These functions check values read from local storage, which another version or another program may have written. A
 * schema library would be larger than the stores themselves.
 */
export type ValueCheck = (value: unknown) => boolean;

export const string: ValueCheck = (value) => typeof value === 'string';
export const finiteNumber: ValueCheck = (value) => Number.isFinite(value);
export const boolean: ValueCheck = (value) => typeof value === 'boolean';

export const nullOr =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    value === null || check(value);

export const oneOf =
  (...allowed: readonly string[]): ValueCheck =>
  (value) =>
    allowed.includes(value as string);

export const integerBetween =
  (min: number, max: number): ValueCheck =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

export const listOf =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const objectOf =
  (fields: Readonly<Record<string, ValueCheck>>): ValueCheck =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** Checks for an id of the API, which is a positive 32-bit integer. */
export const id: ValueCheck = integerBetween(1, 2_147_483_647);
