import {
  awardResourceSpec,
  mealIconResourceSpec,
  productResourceSpec,
  tagResourceSpec,
  variationResourceSpec,
} from '#shared/catalogue/catalogue-input.ts';
import {
  albumResourceSpec,
  blogFolderResourceSpec,
  blogPostResourceSpec,
  standardContentResourceSpecs,
} from '#shared/content/content-input.ts';
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
import {
  carrierResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
} from '#shared/shipping/shipping-resource-specs.ts';
import {
  externalAppResourceSpec,
  logoResourceSpec,
  pageResourceSpec,
  pageTreeResourceSpec,
  parameterResourceSpec,
  popupResourceSpec,
  siteInfoResourceSpec,
  themeResourceSpec,
} from '#shared/site/site-resource-specs.ts';

export const adminResourceSpecs: readonly ResourceSpec<unknown>[] = [
  siteInfoResourceSpec,
  themeResourceSpec,
  logoResourceSpec,
  parameterResourceSpec,
  externalAppResourceSpec,
  pageResourceSpec,
  pageTreeResourceSpec,
  popupResourceSpec,
  productResourceSpec,
  tagResourceSpec,
  variationResourceSpec,
  mealIconResourceSpec,
  awardResourceSpec,
  eLabelResourceSpec,
  ...Object.values(standardContentResourceSpecs),
  albumResourceSpec,
  blogFolderResourceSpec,
  blogPostResourceSpec,
  elementResourceSpec,
  serviceResourceSpec,
  estateAddressResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
  carrierResourceSpec,
  discountCodeResourceSpec,
  paymentMethodResourceSpec,
  newsletterListResourceSpec,
  newsletterIssueResourceSpec,
  formResourceSpec,
  demonstrationReviewResourceSpec,
  imageResourceSpec,
  fileResourceSpec,
];
