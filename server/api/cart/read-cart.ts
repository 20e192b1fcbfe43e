import type { SellableItems, SellableVariant } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/request-context.ts';
import { lineIssues } from '#shared/cart/line-issues.ts';
import type { FieldErrors } from '#shared/envelope.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

export interface CartLineInput {
  /** A variant's. */
  id: number;
  quantity: number;
}

export interface CartLine {
  item: SellableVariant;
  quantity: number;
}

type CartRefusal = 'unknown_products' | 'quantity_step' | 'stock';

/** Resolves the lines of a cart without checking the stock. */
export function cartLines(
  wanted: readonly CartLineInput[],
  items: SellableItems['items'],
  translate: RequestContext['translate'],
): Outcome<CartLine[], Exclude<CartRefusal, 'stock'>> {
  const { lines, refusal, errors } = readLines(wanted, { items, stock: new Map() }, translate);
  return refusal === null || refusal === 'stock' ? ok(lines) : refuse(refusal, { errors });
}

/** Resolves the lines of a cart and checks that all of them can be sold now. */
export function sellableLines(
  wanted: readonly CartLineInput[],
  sellable: SellableItems,
  translate: RequestContext['translate'],
): Outcome<CartLine[], CartRefusal> {
  const { lines, refusal, errors } = readLines(wanted, sellable, translate);
  return refusal === null ? ok(lines) : refuse(refusal, { errors });
}

/** Reports every fault at its line. The refusal is the gravest one: unknown products, then the step, then the stock. */
function readLines(
  wanted: readonly CartLineInput[],
  { items, stock: left }: SellableItems,
  translate: RequestContext['translate'],
) {
  const errors: FieldErrors = {};
  const lines: CartLine[] = [];
  const places: number[] = [];
  for (const [index, { id, quantity }] of wanted.entries()) {
    const item = items.get(id);
    if (item) {
      lines.push({ item, quantity });
      places.push(index);
    } else errors[`products.${index}`] = translate('ordering.line.unknown');
  }
  let refusal: CartRefusal | null = lines.length < wanted.length ? 'unknown_products' : null;
  const faults = lineIssues(lines, left);
  for (const fault of faults) {
    errors[`products.${places[fault.index]}`] =
      fault.fault === 'step'
        ? translate('ordering.line.step', { step: fault.step })
        : translate(fault.available > 0 ? 'ordering.line.left' : 'ordering.line.out', { available: fault.available });
  }
  if (faults.length > 0) refusal ??= faults.some(({ fault }) => fault === 'step') ? 'quantity_step' : 'stock';
  return { lines, refusal, errors };
}
