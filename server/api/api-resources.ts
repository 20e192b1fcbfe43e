import { hasPickupPointService } from './api-pickup-point-services.ts';
import { defineProductResource } from './catalogue/product-resource.ts';
import { awardResource, mealIconResource, tagResource, variationResource } from './catalogue/save-tag.ts';
import { albumResource } from './content/save-album.ts';
import { blogResources } from './content/save-blog.ts';
import { standardContentResources } from './content/save-content.ts';
import { discountCodeResource } from './discounts/save-discount-code.ts';
import { elementResource } from './elements/save-element.ts';
import { defineFormResource, isNewsletterListInForms, listFormsOmittingName } from './forms/save-form.ts';
import { eLabelResource } from './labels/save-e-label.ts';
import { createMediaResources } from './media/media-resources.ts';
import { newsletterIssueResource } from './newsletter/issues/save-newsletter-issue.ts';
import { defineNewsletterListResource } from './newsletter/save-newsletter-list.ts';
import { findOrderedVariantIds, hasOrdersOfProduct } from './orders/order-repository.ts';
import { editablePageResource } from './pages/editable-page-resource.ts';
import { paymentMethodResource } from './payments/save-payment-method.ts';
import { defineEstateAddressResource } from './places/save-address.ts';
import type { Resource } from './resources/resource.ts';
import { demonstrationReviewResource } from './reviews/demonstration-reviews.ts';
import { serviceResource } from './services/save-service.ts';
import { defineCarrierResource } from './shipping/save-carrier.ts';
import { collectionPlaceResource, lacksCollectionType } from './shipping/save-collection-place.ts';
import { definePickupPointResource } from './shipping/save-pickup-point.ts';
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
  eLabelResource,
  ...standardContentResources,
  ...blogResources,
  albumResource,
  elementResource,
  serviceResource,
  defineEstateAddressResource(lacksCollectionType),
  collectionPlaceResource,
  definePickupPointResource(hasPickupPointService),
  defineCarrierResource(hasPickupPointService),
  discountCodeResource,
  paymentMethodResource,
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
