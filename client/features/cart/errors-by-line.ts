import type { CartLine } from './persisted-cart.ts';

/** Sentences of the shop about lines, by the line's id: `products.<index>` of the lines that it was asked about. */
export function errorsByLine(errors: Readonly<Record<string, string>>, lines: readonly CartLine[]): Map<number, string> {
  return new Map(
    lines.flatMap(({ id }, index) => {
      const sentence = errors[`products.${index}`];
      return sentence ? [[id, sentence] as const] : [];
    }),
  );
}
