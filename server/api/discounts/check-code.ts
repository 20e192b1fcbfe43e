import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { type CodeRefusal, findCodeRefusal, normaliseCode } from '#shared/discounts/discount-code.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { countUses, lockCode, readCode } from './discounts-repository.ts';

/** A valid code. */
export interface ValidCode {
  id: number;
  /** As the estate writes it. */
  code: string;
  reduction: Reduction;
}

export interface CodeCheckContext {
  /** What the goods cost after the discounts of their lines. */
  goods: Cents;
  /** null for an anonymous caller, whose earlier uses cannot be counted. */
  userId: number | null;
  /** Path of the code in the request body. */
  field: string;
  /** Locks the code until the transaction ends. */
  lock?: boolean;
}

/** Checks that a code is valid for a cart. Its uses are counted after it has been locked. */
export async function checkCode(
  tx: SiteTx,
  written: string,
  { goods, userId, field, lock = false }: CodeCheckContext,
  { now, lang, site, translate }: Pick<RequestContext, 'now' | 'lang' | 'site' | 'translate'>,
): Promise<Outcome<ValidCode, 'code_unknown' | CodeRefusal>> {
  const found = await readCode(tx, normaliseCode(written));
  if (!found) return refuse('code_unknown', { errors: { [field]: translate('ordering.refusal.code_unknown') } });
  if (lock) await lockCode(tx, found.id);
  const { used, byCustomer } = await countUses(tx, found.id, userId);
  const terms = {
    from: found.validFrom?.getTime() ?? null,
    to: found.validTo?.getTime() ?? null,
    uses: found.uses,
    used,
    usesPerCustomer: found.usesPerCustomer,
    usedByCustomer: byCustomer,
    leastGoods: found.minGoods,
  };
  const fault = findCodeRefusal(terms, goods, now);
  const { id, code, type, amount, detailType } = found;
  if (!fault) return ok({ id, code, reduction: { type, amount, detailType } });
  const { euros, date } = mailTexts(lang, site.timeZone);
  const values = {
    amount: euros(centsToEuros(terms.leastGoods)),
    date: date(new Date(terms.from ?? now).toISOString()),
  };
  return refuse(fault, { values, errors: { [field]: translate(`ordering.refusal.${fault}`, values) } });
}
