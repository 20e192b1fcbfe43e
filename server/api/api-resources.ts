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
import { defineProductResource } from './catalogue/product-resource.ts';
import { albumResource } from './content/save-album.ts';
import { blogResources } from './content/save-blog.ts';
import { standardContentResources } from './content/save-content.ts';
import { discountCodes } from './discounts/discounts-tables.ts';
import { elementResource } from './elements/save-element.ts';
import { defineFormResource, isNewsletterListInForms, listFormsOmittingName } from './forms/form-resource.ts';
import { eLabels } from './labels/labels-tables.ts';
import { createMediaResources } from './media/media-resources.ts';
import { newsletterIssueResource } from './newsletter/issues/save-newsletter-issue.ts';
import { defineNewsletterListResource } from './newsletter/newsletter-list-resource.ts';
import { findOrderedVariantIds, hasOrdersOfProduct } from './orders/order-repository.ts';
import { editablePageResource } from './pages/editable-page-resource.ts';
import { acceptedPaymentMethods } from './payments/payments-tables.ts';
import { defineEstateAddressResource } from './places/address-resource.ts';
import { definePlainResource } from './resources/plain-resource.ts';
import type { Resource } from './resources/resource.ts';
import { demonstrationReviewResource } from './reviews/demonstration-reviews.ts';
import { serviceResource } from './services/save-service.ts';
import { defineCarrierResource } from './shipping/carrier-resource.ts';
import { definePickupPointResource } from './shipping/pickup-point-resource.ts';
import { collectionPlaceResource, lacksCollectionType } from './shipping/save-collection-place.ts';
import { popupResource } from './site/insert-popup.ts';
import { listPagesWithForm } from './site/list-pages-with-form.ts';
import { externalAppResource } from './site/save-external-app.ts';
import { pageTreeResource } from './site/save-page-tree.ts';
import { parameterResource } from './site/save-parameters.ts';
import { logoResource, siteInfoResource, themeResource } from './site/save-theme.ts';

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
