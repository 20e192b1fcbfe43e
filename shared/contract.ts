import { accountsContract } from './accounts/accounts-contract.ts';
import { cartContract } from './cart/cart-contract.ts';
import { catalogueContract } from './catalogue/catalogue-contract.ts';
import { checkoutContract } from './checkout/checkout-contract.ts';
import { contentContract } from './content/content-contract.ts';
import { ordersContract } from './orders/orders-contract.ts';
import { paymentsContract } from './payments/payments-contract.ts';
import { placesContract } from './places/places-contract.ts';
import { shippingContract } from './shipping/shipping-contract.ts';
import { siteContract } from './site/site-contract.ts';
import { withdrawalsContract } from './withdrawals/withdrawals-contract.ts';

/** Every call of the API. The browser imports its type only: the schemas stay on the server. */
export const apiContract = {
  ...siteContract,
  ...catalogueContract,
  ...contentContract,
  ...placesContract,
  ...accountsContract,
  ...cartContract,
  ...shippingContract,
  ...paymentsContract,
  ...ordersContract,
  ...checkoutContract,
  ...withdrawalsContract,
};
export type ApiContract = typeof apiContract;
