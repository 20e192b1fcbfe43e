import type { CartLine } from './persisted-cart.ts';

/** Maps the API's error messages, whose keys are `products.<index>` of the request, to the ids of cart lines. */
export function mapErrorsToLines(
  errors: Readonly<Record<string, string>>,
  lines: readonly CartLine[],
): Map<number, string> {
  return new Map(
    lines.flatMap(({ id }, index) => {
      const message = errors[`products.${index}`];
      return message ? [[id, message] as const] : [];
    }),
  );
}
