import { orderingContract } from '#shared/orders/ordering-contract.ts';
import { accountsContract } from './accounts/accounts-contract.ts';
import { catalogueContract } from './catalogue/catalogue-contract.ts';
import { contentContract } from './content/content-contract.ts';
import { placesContract } from './places/places-contract.ts';
import { siteContract } from './site/site-contract.ts';

/** Every call of the API. The browser imports its type only: the schemas stay on the server. */
export const apiContract = {
  ...siteContract,
  ...catalogueContract,
  ...contentContract,
  ...placesContract,
  ...accountsContract,
  ...orderingContract,
};
export type ApiContract = typeof apiContract;
