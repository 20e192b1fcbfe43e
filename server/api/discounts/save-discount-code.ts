import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { type DiscountCodeInput, discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const toDiscountCodeRows = (list: readonly DiscountCodeInput[]): RowsOfTable[] => [
  createTableRows(
    discountCodes,
    list.map(({ from, to, uses, usesPerCustomer, minGoods, ...code }) => ({
      ...code,
      codeKey: normaliseDiscountCode(code.code),
      validFrom: instant(from),
      validTo: instant(to),
      maxUses: uses,
      maxUsesPerCustomer: usesPerCustomer,
      minGoods: eurosToCents(minGoods),
    })),
  ),
];

export const saveDiscountCode = (tx: SiteTx, code: DiscountCodeInput) => saveRows(tx, toDiscountCodeRows([code]));

const toDiscountCodeInput = ({
  codeKey: _codeKey,
  validFrom,
  validTo,
  maxUses,
  maxUsesPerCustomer,
  minGoods,
  ...code
}: StoredRowWithoutSiteId<typeof discountCodes>): DiscountCodeInput => ({
  ...code,
  from: validFrom?.toISOString() ?? null,
  to: validTo?.toISOString() ?? null,
  uses: maxUses,
  usesPerCustomer: maxUsesPerCustomer,
  minGoods: centsToEuros(minGoods),
});

export const discountCodeResource = defineResource({
  ...discountCodeResourceSpec,
  table: discountCodes,
  save: saveDiscountCode,
  toInput: toDiscountCodeInput,
});
