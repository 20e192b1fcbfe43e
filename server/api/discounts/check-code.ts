import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { type CodeFault, codeFault, normalCode } from '#shared/discounts/discount-code.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { countUses, lockCode, readCode } from './discounts-repository.ts';

/** A code that holds. */
export interface HeldCode {
  id: number;
  /** As the estate writes it. */
  code: string;
  reduction: Reduction;
}

export interface CodeUser {
  /** What the goods cost after the discounts of their lines. */
  goods: Cents;
  /** null: nobody who is known, whose earlier uses therefore do not count. */
  userId: number | null;
  /** Where the code stands in what was asked. */
  field: string;
  /** Whether nobody else may use the code until the transaction ends. */
  lock?: boolean;
}

/** Whether a code holds for a cart, and what it takes off. Its uses are counted after it is locked. */
export async function checkCode(
  tx: SiteTx,
  written: string,
  { goods, userId, field, lock = false }: CodeUser,
  { now, lang, site, say }: Pick<RequestContext, 'now' | 'lang' | 'site' | 'say'>,
): Promise<Outcome<HeldCode, 'code_unknown' | CodeFault>> {
  const found = await readCode(tx, normalCode(written));
  if (!found) return refuse('code_unknown', { errors: { [field]: say('ordering.refusal.code_unknown') } });
  if (lock) await lockCode(tx, found.id);
  const { used, byCustomer } = await countUses(tx, found.id, userId);
  const terms = {
    from: found.validFrom?.getTime() ?? null,
    to: found.validTo?.getTime() ?? null,
    uses: found.uses,
    used,
    usesPerCustomer: found.usesPerCustomer,
    usedByCustomer: byCustomer,
    leastGoods: found.leastGoods,
  };
  const fault = codeFault(terms, goods, now);
  const { id, code, type, amount, detailType } = found;
  if (!fault) return ok({ id, code, reduction: { type, amount, detailType } });
  const { euros, date } = mailTexts(lang, site.timeZone);
  const values = {
    amount: euros(centsToEuros(terms.leastGoods)),
    date: date(new Date(terms.from ?? now).toISOString()),
  };
  return refuse(fault, { values, errors: { [field]: say(`ordering.refusal.${fault}`, values) } });
}
