type Check = (value: unknown) => boolean;

/** A predicate, an example whose type the value must have, or a list or record of such shapes. */
export type Shape = Check | string | number | boolean | readonly [Shape] | { readonly [field: string]: Shape };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Checks stored data against a shape, in a fraction of the code that `zod/mini` would bring to every page. */
export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => hasShape(item, shape[0]));
  if (typeof shape === 'object')
    return isRecord(value) && Object.entries(shape).every(([field, inner]) => hasShape(value[field], inner));
  return typeof shape === 'number' ? Number.isFinite(value) : typeof value === typeof shape;
}

export const orNull =
  (shape: Shape): Check =>
  (value) =>
    value === null || hasShape(value, shape);
export const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
export const integer =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
