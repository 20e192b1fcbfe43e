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
import { lockDiscountCodeUntilCommit, readCodeByKey, readDiscountCodeUseCounts } from './discounts-repository.ts';

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
