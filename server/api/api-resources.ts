import { defineProductResource } from '#server/api/catalogue/save-product.ts';
import { albumResource, standardContentResources } from '#server/api/content/save-content.ts';
import { findOrderedVariantIds, hasOrdersOfProduct } from '#server/api/orders/order-repository.ts';
import {
  collectionPlaceResource,
  defineCarrierResource,
  definePickupPointResource,
  lacksCollectionType,
} from '#server/api/shipping/shipping-resources.ts';
import { listPagesWithForm } from '#server/api/site/save-page.ts';
import {
  externalAppResource,
  logoResource,
  popupResource,
  siteInfoResource,
  themeResource,
} from '#server/api/site/site-resources.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import { eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { hasPickupPointService } from './api-pickup-point-services.ts';
import {
  awardResource,
  mealIconResource,
  tagResource,
  variationResource,
} from './catalogue/classification-resources.ts';
import { blogResources } from './content/save-blog.ts';
import { discountCodes } from './discounts/discounts-tables.ts';
import { elementResource } from './elements/save-element.ts';
import { defineFormResource, isNewsletterListInForms, listFormsOmittingName } from './forms/form-resource.ts';
import { eLabels } from './labels/labels-tables.ts';
import { createMediaResources } from './media/media-resources.ts';
import { newsletterIssueResource } from './newsletter/issues/save-newsletter-issue.ts';
import { defineNewsletterListResource } from './newsletter/newsletter-list-resource.ts';
import { editablePageResource } from './pages/editable-page-resource.ts';
import { acceptedPaymentMethods } from './payments/payments-tables.ts';
import { defineEstateAddressResource } from './places/address-resource.ts';
import { definePlainResource } from './resources/plain-resource.ts';
import type { Resource } from './resources/resource.ts';
import { demonstrationReviewResource } from './reviews/demonstration-reviews.ts';
import { serviceResource } from './services/save-service.ts';
import { pageTreeResource } from './site/save-page-tree.ts';
import { parameterResource } from './site/save-parameters.ts';

export const productResource = defineProductResource({
  isProductOrdered: hasOrdersOfProduct,
  findOrderedVariants: findOrderedVariantIds,
});

const resourcesWithMedia: readonly Resource[] = [
  siteInfoResource,
  themeResource,
  logoResource,
  parameterResource,
  externalAppResource,
  editablePageResource,
  pageTreeResource,
  popupResource,
  productResource,
  tagResource,
  variationResource,
  mealIconResource,
  awardResource,
  definePlainResource(eLabelResourceSpec, eLabels),
  ...standardContentResources,
  ...blogResources,
  albumResource,
  elementResource,
  serviceResource,
  defineEstateAddressResource(lacksCollectionType),
  collectionPlaceResource,
  definePickupPointResource(hasPickupPointService),
  defineCarrierResource(hasPickupPointService),
  definePlainResource(discountCodeResourceSpec, discountCodes, {
    columnNames: { from: 'validFrom', to: 'validTo', uses: 'maxUses', usesPerCustomer: 'maxUsesPerCustomer' },
    compute: ({ code }) => ({ codeKey: normaliseDiscountCode(code) }),
  }),
  definePlainResource(paymentMethodResourceSpec, acceptedPaymentMethods),
  defineNewsletterListResource({
    isInForms: isNewsletterListInForms,
    listFormsWithoutName: listFormsOmittingName,
  }),
  newsletterIssueResource,
  defineFormResource(listPagesWithForm),
  demonstrationReviewResource,
];

/** The kinds of items that staff edit with the calls `/admin/<name>`. */
export const editableResources: readonly Resource[] = [
  ...resourcesWithMedia,
  ...createMediaResources(resourcesWithMedia),
];
