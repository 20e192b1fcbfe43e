import type { SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import type { CartLineInput } from './resolve-cart-lines.ts';

/** A cart line as requested. It may omit the variant if the product has only one. */
export interface UnresolvedCartLine {
  idProduct: number;
  id?: number | undefined;
  quantity: number;
}

/** Finds the variant of each requested cart line. A variant that belongs to another product counts as unknown. */
export function resolveVariantsOfCartLines(
  lines: readonly UnresolvedCartLine[],
  items: SellableItems['items'],
  translate: RequestContext['translate'],
): Outcome<CartLineInput[], 'unknown_products' | 'variant_needed'> {
  const byProduct = Map.groupBy(items.values(), ({ productId }) => productId);
  const unknown: ErrorMessageByField = {};
  const ambiguous: ErrorMessageByField = {};
  const resolved = lines.flatMap(({ idProduct, id, quantity }, index): CartLineInput[] => {
    const variants = byProduct.get(idProduct) ?? [];
    const [first, second] = id === undefined ? variants : variants.filter((item) => item.id === id);
    if (first && !second) return [{ id: first.id, quantity }];
    if (first) ambiguous[`products.${index}`] = translate('cart.line.variant');
    else unknown[`products.${index}`] = translate('cart.line.unknown');
    return [];
  });
  if (resolved.length === lines.length) return ok(resolved);
  const refusal = Object.keys(unknown).length > 0 ? 'unknown_products' : 'variant_needed';
  return refuse(refusal, { errors: { ...unknown, ...ambiguous } });
}
