import {
  awardResourceSpec,
  mealIconResourceSpec,
  productResourceSpec,
  tagResourceSpec,
  variationResourceSpec,
} from '#shared/catalogue/catalogue-resource-specs.ts';
import {
  albumResourceSpec,
  blogFolderResourceSpec,
  blogPostResourceSpec,
  standardContentResourceSpecs,
} from '#shared/content/content-resource-specs.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discounts-resource-specs.ts';
import { elementResourceSpec } from '#shared/elements/elements-resource-specs.ts';
import { formResourceSpec } from '#shared/forms/forms-resource-specs.ts';
import { eLabelResourceSpec } from '#shared/labels/labels-resource-specs.ts';
import { fileResourceSpec, imageResourceSpec } from '#shared/media/media-resource-specs.ts';
import {
  newsletterIssueResourceSpec,
  newsletterListResourceSpec,
} from '#shared/newsletter/newsletter-resource-specs.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payments-resource-specs.ts';
import { estateAddressResourceSpec } from '#shared/places/places-resource-specs.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { demonstrationReviewResourceSpec } from '#shared/reviews/reviews-resource-specs.ts';
import { serviceResourceSpec } from '#shared/services/services-resource-specs.ts';
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

/** The specifications of all resources whose items staff edit under `/admin/<name>`. */
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
