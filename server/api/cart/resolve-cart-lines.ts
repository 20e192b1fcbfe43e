import type { SellableItems, SellableVariant } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import { findLineIssues } from '#shared/cart/find-line-issues.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';

export interface CartLineInput {
  id: number;
  quantity: number;
}

export interface ResolvedCartLine {
  item: SellableVariant;
  quantity: number;
}

type CartRefusal = 'unknown_products' | 'quantity_step' | 'stock';

/** Finds the variants of cart lines, and checks the quantity steps but not the stock. */
export function resolveCartLinesIgnoringStock(
  inputs: readonly CartLineInput[],
  items: SellableItems['items'],
  translate: RequestContext['translate'],
): Outcome<ResolvedCartLine[], Exclude<CartRefusal, 'stock'>> {
  const { lines, refusal, errors } = readLines(inputs, { items, stock: new Map() }, translate);
  return refusal === null || refusal === 'stock' ? ok(lines) : refuse(refusal, { errors });
}

/** Finds the variants of cart lines, and checks that each line can be sold now. */
export function resolveCartLinesCheckingStock(
  inputs: readonly CartLineInput[],
  sellable: SellableItems,
  translate: RequestContext['translate'],
): Outcome<ResolvedCartLine[], CartRefusal> {
  const { lines, refusal, errors } = readLines(inputs, sellable, translate);
  return refusal === null ? ok(lines) : refuse(refusal, { errors });
}

/**
 * Reports one issue for each invalid cart line. If the lines have different issues, the refusal's code is the first
 * that applies: unknown product, quantity step, stock.
 */
function readLines(
  inputs: readonly CartLineInput[],
  { items, stock }: SellableItems,
  translate: RequestContext['translate'],
) {
  const errors: ErrorMessageByField = {};
  const lines: ResolvedCartLine[] = [];
  const inputIndexes: number[] = [];
  for (const [index, { id, quantity }] of inputs.entries()) {
    const item = items.get(id);
    if (item) {
      lines.push({ item, quantity });
      inputIndexes.push(index);
    } else errors[`products.${index}`] = translate('cart.line.unknown');
  }
  let refusal: CartRefusal | null = lines.length < inputs.length ? 'unknown_products' : null;
  const issues = findLineIssues(lines, stock);
  for (const issue of issues) {
    errors[`products.${inputIndexes[issue.index]}`] =
      issue.kind === 'step'
        ? translate('cart.line.step', { step: issue.step })
        : translate(issue.available > 0 ? 'cart.line.left' : 'cart.line.out', { available: issue.available });
  }
  if (issues.length > 0) refusal ??= issues.some(({ kind }) => kind === 'step') ? 'quantity_step' : 'stock';
  return { lines, refusal, errors };
}
