/**
 * Checks of values read from local storage, which another version or another program may have written. They replace a
 * schema library, which would be larger than the stores themselves.
 */
export type ValueCheck = (value: unknown) => boolean;

export const isText: ValueCheck = (value) => typeof value === 'string';
export const isAmount: ValueCheck = (value) => Number.isFinite(value);
export const isBoolean: ValueCheck = (value) => typeof value === 'boolean';

export const nullOr =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    value === null || check(value);

export const optional =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    value === undefined || check(value);

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

export const objectWith =
  (fields: Readonly<Record<string, ValueCheck>>): ValueCheck =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** An id of the API: a positive 32-bit integer. */
export const isId: ValueCheck = integerBetween(1, 2_147_483_647);

/**
 * Copies the fields of `stored` that pass their check into `initial`.
 * @returns a copy; fields that fail their check keep the initial value.
 */
export function restoreFields<Value extends object>(
  stored: unknown,
  checks: Readonly<Partial<Record<keyof Value, ValueCheck>>>,
  initial: Value,
): Value {
  if (!objectWith({})(stored)) return initial;
  const fields = stored as Record<string, unknown>;
  const valid = Object.entries<ValueCheck | undefined>(checks).filter(([name, check]) => check?.(fields[name]));
  return { ...initial, ...Object.fromEntries(valid.map(([name]) => [name, fields[name]])) };
}
