import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { type PaymentMethodInput, paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';

export const toPaymentMethodRows = (list: readonly PaymentMethodInput[]): RowsOfTable[] => [
  createTableRows(acceptedPaymentMethods, [...list]),
];

export const savePaymentMethod = (tx: SiteTx, method: PaymentMethodInput) =>
  saveRows(tx, toPaymentMethodRows([method]));

export const paymentMethodResource = defineResource({
  ...paymentMethodResourceSpec,
  table: acceptedPaymentMethods,
  save: savePaymentMethod,
});
