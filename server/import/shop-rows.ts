import { newsletterListRows } from '#server/api/accounts/save-newsletter-list.ts';
import type { TableRows } from '#server/api/database/table-rows.ts';
import { discountCodeRows } from '#server/api/discounts/save-discount-code.ts';
import { paymentMethodRows } from '#server/api/payments/save-payment-method.ts';
import { carrierRows } from '#server/api/shipping/save-carrier.ts';
import { pickupPointRows } from '#server/api/shipping/save-pickup-point.ts';
import { pickupScheduleRows } from '#server/api/shipping/save-pickup-schedule.ts';
import type { SiteContent } from './read-site-folder.ts';

/** The order of a file is that of the things in it. */
const inOrder = <T extends object>(list: readonly T[]) => list.map((each, position) => ({ ...each, position }));

export const shopRows = (files: SiteContent['files']): TableRows[] => [
  ...pickupScheduleRows(files['pickup.json']),
  ...carrierRows(inOrder(files['carriers.json'])),
  ...discountCodeRows(files['discount-codes.json']),
  ...pickupPointRows(files['relay-points.json']),
  ...paymentMethodRows(inOrder(files['payment-methods.json'])),
  ...newsletterListRows(inOrder(files['newsletter-lists.json'])),
];
