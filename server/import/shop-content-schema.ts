import { z } from 'zod';
import { DiscountCodeFields } from '#shared/discounts/discount-code-input.ts';
import { FormDefinitionInput } from '#shared/forms/form-definition-input.ts';
import { NewsletterListInput } from '#shared/newsletter/newsletter-list-input.ts';
import { PaymentMethodInput } from '#shared/payments/payment-method-input.ts';
import { DemonstrationReviewInput } from '#shared/reviews/demonstration-review-input.ts';
import { CarrierFields } from '#shared/shipping/carrier-input.ts';
import { CollectionScheduleFields } from '#shared/shipping/collection-schedule-input.ts';
import { PickupPointInput } from '#shared/shipping/pickup-point-input.ts';

// The schemas of the shop's files below `sites/<name>/content/`. Amounts are in euros with VAT. If a
// schema omits `position`, the order of the entries in the file becomes their `position`.

export const CarriersFile = z.array(CarrierFields.omit({ position: true }));
export const DiscountCodesFile = z.array(DiscountCodeFields);
/** pickup.json: the addresses at which orders can be collected, with their times and closures. */
export const CollectionPlacesFile = z.array(CollectionScheduleFields);
/** relay-points.json: the estate's own pickup points. */
export const PickupPointsFile = z.array(PickupPointInput);
export const PaymentMethodsFile = z.array(PaymentMethodInput.omit({ position: true }));
export const NewsletterListsFile = z.array(NewsletterListInput.omit({ position: true }));

/** forms.json: the contact form and other forms that sections show. */
export const FormsFile = z.array(FormDefinitionInput);

/** reviews.json: fictional reviews, which pages mark as such. Only demonstration sites have this file. */
export const DemonstrationReviewsFile = z.array(DemonstrationReviewInput);
