import { catalogueResourceSpecs } from '#shared/catalogue/catalogue-input.ts';
import { contentResourceSpecs } from '#shared/content/content-input.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import { elementResourceSpec } from '#shared/elements/element-input.ts';
import { formResourceSpec } from '#shared/forms/form-definition-input.ts';
import { eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { fileResourceSpec, imageResourceSpec } from '#shared/media/media-resource-specs.ts';
import { newsletterIssueResourceSpec, newsletterListResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { demonstrationReviewResourceSpec } from '#shared/reviews/demonstration-review-input.ts';
import { serviceResourceSpec } from '#shared/services/service-input.ts';
import { shippingResourceSpecs } from '#shared/shipping/shipping-resource-specs.ts';
import { siteResourceSpecs } from '#shared/site/site-resource-specs.ts';

/** All kinds of items that staff edit. A domain with several kinds lists them itself. */
export const adminResourceSpecs: readonly ResourceSpec<unknown>[] = [
  ...siteResourceSpecs,
  ...catalogueResourceSpecs,
  eLabelResourceSpec,
  ...contentResourceSpecs,
  elementResourceSpec,
  serviceResourceSpec,
  estateAddressResourceSpec,
  ...shippingResourceSpecs,
  discountCodeResourceSpec,
  paymentMethodResourceSpec,
  newsletterListResourceSpec,
  newsletterIssueResourceSpec,
  formResourceSpec,
  demonstrationReviewResourceSpec,
  imageResourceSpec,
  fileResourceSpec,
];
