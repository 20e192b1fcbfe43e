import { eq, inArray, sql } from 'drizzle-orm';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import {
  type DiscountCodeRefusal,
  findDiscountCodeRefusal,
  normaliseDiscountCode,
} from '#shared/discounts/discount-code.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { discountCodes, discountCodeUses } from './discounts-tables.ts';

/** Finds a discount code by its key, which is the result of `normaliseDiscountCode`. */
async function readCodeByKey(tx: SiteTx, codeKey: string) {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.codeKey, codeKey));
  return row ?? null;
}

/** Locks a discount code until the transaction ends, so that other orders that use it wait. */
const lockDiscountCodeUntilCommit = (tx: SiteTx, codeId: number) =>
  tx.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.id, codeId)).for('update');

async function readDiscountCodeUseCounts(tx: SiteTx, codeId: number, emailKey: string | null) {
  const [row] = await tx
    .select({
      used: sql<number>`count(*)::integer`,
      byCustomer: sql<number>`(count(*) filter (where ${discountCodeUses.emailKey} = ${emailKey}))::integer`,
    })
    .from(discountCodeUses)
    .where(eq(discountCodeUses.codeId, codeId));
  return { used: row?.used ?? 0, byCustomer: row?.byCustomer ?? 0 };
}

export interface ValidDiscountCode {
  id: number;
  /** The code as the estate has written it; customers may type it in another case. */
  code: string;
  reduction: DiscountPriceFields;
}

interface DiscountCodeCheckContext {
  /** The price of the cart's goods after line discounts. */
  goods: Cents;
  /**
   * The customer's email address in lower case; null for an anonymous caller, whose earlier uses of the code cannot be
   * counted.
   */
  emailKey: string | null;
  /** Path of the discount code in the request body, for field errors. */
  field: string;
  /** Locks the discount code until the transaction ends, so that its uses are counted exactly. */
  shouldLock?: boolean;
}

/** Checks that a discount code is valid for a cart. With `shouldLock`, it locks the code before counting its uses. */
export async function checkDiscountCode(
  tx: SiteTx,
  enteredCode: string,
  { goods, emailKey, field, shouldLock = false }: DiscountCodeCheckContext,
  { now, lang, site, translate }: Pick<RequestContext, 'now' | 'lang' | 'site' | 'translate'>,
): Promise<Outcome<ValidDiscountCode, 'code_unknown' | DiscountCodeRefusal>> {
  const found = await readCodeByKey(tx, normaliseDiscountCode(enteredCode));
  if (!found) return refuse('code_unknown', { errors: { [field]: translate('refusal.code_unknown') } });
  if (shouldLock) await lockDiscountCodeUntilCommit(tx, found.id);
  const { used, byCustomer } = await readDiscountCodeUseCounts(tx, found.id, emailKey);
  const conditions = {
    from: found.validFrom?.getTime() ?? null,
    to: found.validTo?.getTime() ?? null,
    maxUses: found.maxUses,
    used,
    maxUsesPerCustomer: found.maxUsesPerCustomer,
    usedByCustomer: byCustomer,
    minGoods: found.minGoods,
  };
  const refusal = findDiscountCodeRefusal(conditions, goods, now);
  const { id, code, type, amount, detailType } = found;
  if (!refusal) return ok({ id, code, reduction: { type, amount, detailType } });
  const { euros, date } = createMailTexts(lang, site.timeZone);
  const values = {
    amount: euros(centsToEuros(conditions.minGoods)),
    date: date(new Date(conditions.from ?? now).toISOString()),
  };
  return refuse(refusal, { values, errors: { [field]: translate(`refusal.${refusal}`, values) } });
}

/** Deletes a cancelled order's use of its discount code, so that the use no longer counts against the code's limits. */
export const deleteDiscountCodeUse = (tx: SiteTx, orderId: number) =>
  tx.delete(discountCodeUses).where(eq(discountCodeUses.orderId, orderId));

/** Removes the customers' email addresses from the discount code uses of some orders. The uses still count in total. */
export const anonymiseDiscountCodeUses = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(discountCodeUses)
    .set({ emailKey: null })
    .where(inArray(discountCodeUses.orderId, [...orderIds]));
