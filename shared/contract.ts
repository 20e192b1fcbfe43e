import { accountsContract } from './accounts/accounts-contract.ts';
import { sessionsContract } from './accounts/sessions-contract.ts';
import { adminContract } from './admin/admin-contract.ts';
import { customersContract } from './admin/customers-contract.ts';
import { goLiveTasksContract } from './admin/go-live-tasks-contract.ts';
import { staffContract } from './admin/staff-contract.ts';
import { todayContract } from './admin/today-contract.ts';
import { cartContract } from './cart/cart-contract.ts';
import { catalogueContract } from './catalogue/catalogue-contract.ts';
import { checkoutContract } from './checkout/checkout-contract.ts';
import { staffCheckoutContract } from './checkout/staff-checkout-contract.ts';
import { consentContract } from './consent/consent-contract.ts';
import { contentContract } from './content/content-contract.ts';
import { elementsContract } from './elements/elements-contract.ts';
import { formsContract } from './forms/forms-contract.ts';
import { labelsContract } from './labels/labels-contract.ts';
import { svgFromUrlContract, uploadContract } from './media/upload-contract.ts';
import { newsletterContract } from './newsletter/newsletter-contract.ts';
import { newsletterIssueContract } from './newsletter/newsletter-issue-contract.ts';
import { ordersContract } from './orders/orders-contract.ts';
import { staffOrdersContract } from './orders/staff-orders-contract.ts';
import { vouchersContract } from './orders/vouchers-contract.ts';
import { pageEditingContract } from './pages/page-editing-contract.ts';
import { paymentMethodsContract } from './payments/payment-methods-contract.ts';
import { placesContract } from './places/places-contract.ts';
import { reviewsContract } from './reviews/reviews-contract.ts';
import { servicesContract } from './services/services-contract.ts';
import { shippingContract } from './shipping/shipping-contract.ts';
import { siteContract } from './site/site-contract.ts';
import { siteHostingContract } from './site/site-hosting-contract.ts';
import { withdrawalsContract } from './withdrawals/withdrawals-contract.ts';

/**
 * The calls of the API without those of `adminContract` and `pageEditingContract`. Client code
 * imports only the type of this object, because the schemas would add zod to the browser's bundle.
 */
export const apiContractWithoutAdminResources = {
  ...siteContract,
  ...siteHostingContract,
  ...svgFromUrlContract,
  ...uploadContract,
  ...catalogueContract,
  ...labelsContract,
  ...contentContract,
  ...elementsContract,
  ...servicesContract,
  ...placesContract,
  ...accountsContract,
  ...sessionsContract,
  ...newsletterContract,
  ...newsletterIssueContract,
  ...cartContract,
  ...shippingContract,
  ...paymentMethodsContract,
  ...ordersContract,
  ...vouchersContract,
  ...staffOrdersContract,
  ...checkoutContract,
  ...staffCheckoutContract,
  ...withdrawalsContract,
  ...reviewsContract,
  ...formsContract,
  ...consentContract,
  ...customersContract,
  ...goLiveTasksContract,
  ...staffContract,
  ...todayContract,
};
export type ApiContractWithoutAdminResources = typeof apiContractWithoutAdminResources;

/**
 * All calls of the API with those of the admin panel. The type lacks the calls of the panel's resources, whose names
 * follow from the resource specs.
 */
export const completeApiContract = {
  ...apiContractWithoutAdminResources,
  ...adminContract,
  ...pageEditingContract,
};
export type CompleteApiContract = typeof completeApiContract;
