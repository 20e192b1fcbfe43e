import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { toDiscountCodeRows } from '#server/api/discounts/save-discount-code.ts';
import { toFormRows } from '#server/api/forms/save-form.ts';
import { toNewsletterListRows } from '#server/api/newsletter/save-newsletter-list.ts';
import { toPaymentMethodRows } from '#server/api/payments/save-payment-method.ts';
import { toDemonstrationReviewRows } from '#server/api/reviews/demonstration-reviews.ts';
import { toCarrierRows } from '#server/api/shipping/save-carrier.ts';
import { toCollectionPlaceRows } from '#server/api/shipping/save-collection-place.ts';
import { toPickupPointRows } from '#server/api/shipping/save-pickup-point.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

const withPositions = <T extends object>(list: readonly T[]) => list.map((item, position) => ({ ...item, position }));

export const toShopRows = (files: ParsedSiteContent['files']): RowsOfTable[] => [
  ...toCollectionPlaceRows(files['pickup.json']),
  ...toCarrierRows(withPositions(files['carriers.json'])),
  ...toDiscountCodeRows(files['discount-codes.json']),
  ...toPickupPointRows(files['relay-points.json']),
  ...toPaymentMethodRows(withPositions(files['payment-methods.json'])),
  ...toNewsletterListRows(withPositions(files['newsletter-lists.json'])),
  ...toFormRows(files['forms.json']),
  ...toDemonstrationReviewRows(files['reviews.json']),
];
