import { type PlannedRequest, uniqueIdPlaceholder } from '../load/load-plan.ts';
import { fullEstateSite } from '../sites/write-sites.ts';

interface CartLine {
  id: number;
  quantity: number;
}

/** Carts for a full estate: one wine, several wines, and a box that shares the stock of some of them. */
const carts: readonly (readonly CartLine[])[] = [
  [{ id: 107, quantity: 6 }],
  [
    { id: 126, quantity: 3 },
    { id: 101, quantity: 3 },
  ],
  [
    { id: 148, quantity: 1 },
    { id: 127, quantity: 2 },
  ],
  [
    { id: 112, quantity: 12 },
    { id: 129, quantity: 1 },
    { id: 148, quantity: 1 },
  ],
];

/**
 * The first three carts as lines of the shipping fee call. It requires the id of the product, and that of the variant
 * only if the product has several variants.
 */
const feeProducts = [
  [{ idProduct: 5, id: 107, quantity: 6 }],
  [
    { idProduct: 13, quantity: 3 },
    { idProduct: 1, id: 101, quantity: 3 },
  ],
  [
    { idProduct: 30, quantity: 1 },
    { idProduct: 14, id: 127, quantity: 2 },
  ],
];

const address = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};

const post = (path: string, body: unknown, headers: Record<string, string> = {}): PlannedRequest => ({
  path: `/api${path}`,
  method: 'POST',
  body: JSON.stringify(body),
  headers: { host: fullEstateSite.host, 'content-type': 'application/json', ...headers },
});

export const plannedCartValidationRequests: readonly PlannedRequest[] = carts.map((products) =>
  post('/order/validate', { products }),
);

export const plannedShippingFeeRequests: readonly PlannedRequest[] = feeProducts.map((products) =>
  post('/calculate/shipping-fees', { products, postalCode: address.postalCode, country: address.country }),
);

const createOrderBody = (index: number) => ({
  products: carts[index % carts.length] ?? [],
  user: { phone: '05 45 00 00 00' },
  address: { delivery: address },
  delivery: { type: 'DELIVERY', idCarrier: 1 },
  acceptTerms: true,
});

/** Creates one order request for each customer of a full estate. @param cookies Cookie header of each customer. */
export const createOrderRequests = (cookies: readonly string[], host = fullEstateSite.host): PlannedRequest[] =>
  cookies.map((cookie, index) =>
    post('/order', createOrderBody(index), { host, cookie, 'idempotency-key': uniqueIdPlaceholder }),
  );

/** Creates the same requests as calls of the API itself, with the session of each customer. */
export const createOrderCalls = (
  tokens: readonly string[],
  headers: Readonly<Record<string, string>>,
): PlannedRequest[] =>
  tokens.map((token, index) => ({
    path: '/order',
    method: 'POST',
    body: JSON.stringify(createOrderBody(index)),
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': uniqueIdPlaceholder,
    },
  }));
