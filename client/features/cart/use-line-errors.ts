import { useMemo, useState } from 'react';
import { useCart } from './cart-store.tsx';
import type { CartLine } from './persisted-cart.ts';

interface Refusal {
  lines: readonly CartLine[];
  errors: ReadonlyMap<number, string>;
}

const quantityOf = (lines: readonly CartLine[], lineId: number) => lines.find(({ id }) => id === lineId)?.quantity;

/** Maps the API's error messages, whose keys are `products.<index>` of the request, to the ids of cart lines. */
function mapErrorsToLines(errors: Readonly<Record<string, string>>, lines: readonly CartLine[]): Map<number, string> {
  return new Map(
    lines.flatMap(({ id }, index) => {
      const message = errors[`products.${index}`];
      return message ? [[id, message] as const] : [];
    }),
  );
}

/** Manages the API's messages by cart line id. Each is shown until the quantity of its line changes. */
export function useLineErrors(): {
  lineErrors: ReadonlyMap<number, string>;
  /**
   * Shows the API's messages at their lines.
   * @param errors messages by field of the request, such as `products.0`
   * @param lines all cart lines of the refused request, in its order
   */
  showLineErrors: (errors: Readonly<Record<string, string>>, lines: readonly CartLine[]) => void;
} {
  const products = useCart((state) => state.products);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const lineErrors = useMemo(() => {
    const isUnchanged = (id: number) => quantityOf(refusal?.lines ?? [], id) === quantityOf(products, id);
    return new Map([...(refusal?.errors ?? [])].filter(([id]) => isUnchanged(id)));
  }, [refusal, products]);
  return {
    lineErrors,
    showLineErrors: (errors, lines) => setRefusal({ lines, errors: mapErrorsToLines(errors, lines) }),
  };
}
