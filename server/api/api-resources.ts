import type { PgTable } from 'drizzle-orm/pg-core';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { hasPickupPointService } from './api-pickup-point-services.ts';
import { plainCatalogueTables } from './catalogue/catalogue-tables.ts';
import { classificationResources } from './catalogue/classification-resources.ts';
import { defineProductResource } from './catalogue/save-product.ts';
import { contentResources } from './content/save-content.ts';
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
import type { ItemInput, Resource } from './resources/resource.ts';
import { demonstrationReviews } from './reviews/reviews-tables.ts';
import { serviceResource } from './services/save-service.ts';
import {
  collectionPlaceResource,
  defineCarrierResource,
  definePickupPointResource,
  lacksCollectionType,
} from './shipping/shipping-resources.ts';
import { listPagesWithForm } from './site/save-page.ts';
import { pageTreeResource } from './site/save-page-tree.ts';
import { parameterResource } from './site/save-parameters.ts';
import { siteResources } from './site/site-resources.ts';
import { logos } from './site/site-tables.ts';

export const productResource = defineProductResource({
  isProductOrdered: hasOrdersOfProduct,
  findOrderedVariants: findOrderedVariantIds,
});

/** The tables of the kinds of items without rules of their own. The records of the kinds, their specs, say the rest. */
const plainTables: Readonly<Record<string, PgTable>> = {
  ...plainCatalogueTables,
  'demonstration-review': demonstrationReviews,
  'e-label': eLabels,
  logo: logos,
  'payment-method': acceptedPaymentMethods,
};

const plainResources = adminResourceSpecs.flatMap((spec) => {
  const table = plainTables[spec.name];
  return table ? [definePlainResource(spec as ResourceSpec<ItemInput>, table)] : [];
});

const resourcesWithMedia: readonly Resource[] = [
  ...plainResources,
  ...siteResources,
  parameterResource,
  editablePageResource,
  pageTreeResource,
  productResource,
  ...classificationResources,
  ...contentResources,
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
  defineNewsletterListResource({
    isInForms: isNewsletterListInForms,
    listFormsWithoutName: listFormsOmittingName,
  }),
  newsletterIssueResource,
  defineFormResource(listPagesWithForm),
];

/** The kinds of items that staff edit with the calls `/admin/<name>`. */
export const editableResources: readonly Resource[] = [
  ...resourcesWithMedia,
  ...createMediaResources(resourcesWithMedia),
];
