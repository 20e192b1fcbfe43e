/*
 * Checks of stored values, which another version or another program may have written. They replace a schema library, which would be larger than the stores themselves.
 */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isAmount: Check = (value) => Number.isFinite(value);
export const isBoolean: Check = (value) => typeof value === 'boolean';

export const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(value as string);

export const integerBetween =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const objectWith =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** An id of the API: a positive 32-bit integer. */
export const isId: Check = integerBetween(1, 2_147_483_647);

/**
 * Takes over the fields of `stored` that pass their check.
 * @returns `initial`, with each valid field replaced.
 */
export function restoreFields<Value extends object>(
  stored: unknown,
  checks: Readonly<Partial<Record<keyof Value, Check>>>,
  initial: Value,
): Value {
  if (!objectWith({})(stored)) return initial;
  const fields = stored as Record<string, unknown>;
  const valid = Object.entries<Check | undefined>(checks).filter(([name, check]) => check?.(fields[name]));
  return { ...initial, ...Object.fromEntries(valid.map(([name]) => [name, fields[name]])) };
}
