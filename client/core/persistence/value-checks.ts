/**
 * These functions check values read from local storage, which another version or another program may have written. A
 * schema library would be larger than the stores themselves.
 */
export type ValueCheck = (value: unknown) => boolean;

export const isString: ValueCheck = (value) => typeof value === 'string';
export const isFiniteNumber: ValueCheck = (value) => Number.isFinite(value);
export const isBoolean: ValueCheck = (value) => typeof value === 'boolean';

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
export const isId: ValueCheck = integerBetween(1, 2_147_483_647);

/**
 * Copies the fields of `stored` that pass their check into a copy of `initial`. Fields that fail their check keep the
 * initial value.
 */
export function restoreValidFields<Value extends object>(
  stored: unknown,
  checks: Readonly<Partial<Record<keyof Value, ValueCheck>>>,
  initial: Value,
): Value {
  if (!objectOf({})(stored)) return initial;
  const fields = stored as Record<string, unknown>;
  const valid = Object.entries<ValueCheck | undefined>(checks).filter(([name, check]) => check?.(fields[name]));
  return { ...initial, ...Object.fromEntries(valid.map(([name]) => [name, fields[name]])) };
}
