import { newsletterListRows } from '#server/api/accounts/save-newsletter-list.ts';
import type { TableRows } from '#server/api/database/table-rows.ts';
import { discountCodeRows } from '#server/api/discounts/save-discount-code.ts';
import { paymentMethodRows } from '#server/api/payments/save-payment-method.ts';
import { carrierRows } from '#server/api/shipping/save-carrier.ts';
import { collectionScheduleRows } from '#server/api/shipping/save-collection-schedule.ts';
import { pickupPointRows } from '#server/api/shipping/save-pickup-point.ts';
import type { SiteContent } from './read-site-folder.ts';

const withPositions = <T extends object>(list: readonly T[]) => list.map((item, position) => ({ ...item, position }));

export const shopRows = (files: SiteContent['files']): TableRows[] => [
  ...collectionScheduleRows(files['pickup.json']),
  ...carrierRows(withPositions(files['carriers.json'])),
  ...discountCodeRows(files['discount-codes.json']),
  ...pickupPointRows(files['relay-points.json']),
  ...paymentMethodRows(withPositions(files['payment-methods.json'])),
  ...newsletterListRows(withPositions(files['newsletter-lists.json'])),
];
