import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  type ApiCallOptions,
  callSiteApi,
  connectToDatabase,
  logInOverHttp,
} from '#tests/support/fixtures/shop-estates.ts';
import { type EditedEstateServer, startEditedEstateServer } from '#tests/support/servers/edited-estate-server.ts';

/** An estate with the ids of its demonstration content that the calls use. */
interface Estate {
  folder: string;
  siteId: number;
  wine: { id: number; idProduct: number; quantity: number };
  slot: { element: number; idSlot: number };
  address: number;
  discountCode: string;
}

const estates: readonly Estate[] = [
  {
    folder: 'domaine-des-chenes',
    siteId: 40,
    wine: { id: 101, idProduct: 1, quantity: 6 },
    slot: { element: 6, idSlot: 20 },
    address: 1,
    discountCode: 'LIVRAISON5',
  },
  {
    folder: 'willow-hill',
    siteId: 41,
    wine: { id: 201, idProduct: 1, quantity: 6 },
    slot: { element: 6, idSlot: 15 },
    address: 1,
    discountCode: 'PARCEL8',
  },
];

type Role = 'visitor' | 'member' | 'leaver' | 'staff';

interface SpecifiedCall {
  /** Method and path of the call, without the prefix `/api`. */
  call: string;
  body?: unknown;
  /** Keys of `data` in the response. */
  keys?: string[];
  /**
   * The role of the caller.
   * @default 'visitor'
   */
  as?: Role;
  status?: number;
}

const nextYear = new Date().getFullYear() + 1;
const address = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};

const profile = { firstname: 'Camille', lastname: 'Vignaud', phone: '05 45 00 00 00', birthdate: '1984-05-17' };

const siteCalls: SpecifiedCall[] = [
  { call: 'GET /parameter', keys: ['parameters'] },
  { call: 'GET /parameter/product/meal-icon', keys: ['mealIcons'] },
  { call: 'GET /site/info', keys: ['site'] },
  { call: 'GET /site/visit/salon-2026', keys: [] },
  { call: 'GET /logged', keys: ['logged', 'role'] },
  { call: 'GET /variation', keys: ['variations'] },
  { call: 'GET /external-app/PRODUCT_FILE_GENERATOR/config/public', keys: ['app', 'config'] },
  { call: 'GET /component/conf/hero', keys: ['slug', 'config'] },
  { call: 'GET /external-app/WEB_ANALYTICS/config/public', keys: ['app', 'config'] },
  { call: 'GET /page/1', keys: ['page'] },
  { call: 'GET /popup/1', keys: ['popup'] },
  { call: 'POST /image/load-svg', body: { url: 'http://127.0.0.1/logo.svg' }, as: 'staff', status: 422 },
  { call: 'GET /reviews?from=1', keys: ['reviews'] },
];

const accountCalls: SpecifiedCall[] = [
  { call: 'GET /user', as: 'member', keys: ['id', 'email', 'phone', 'firstname', 'lastname', 'birthdate', 'role'] },
  { call: 'GET /user', status: 401 },
  { call: 'PUT /user', as: 'member', body: profile, keys: ['id', 'email'] },
  {
    call: 'POST /register',
    body: {
      email: 'nouveau@mail.example',
      password: 'trois chevaux sous la pluie',
      firstname: 'Nour',
      lastname: 'Baron',
      birthdate: '1980-01-01',
      acceptTerms: true,
    },
    keys: [],
  },
  { call: 'PUT /password/reset/ask', body: { identifier: 'nouveau@mail.example' }, keys: [] },
  { call: 'PUT /password/reset', body: { token: 'a'.repeat(43), password: 'trois chevaux au soleil' }, status: 422 },
  { call: 'GET /user/newsletter/lists', keys: ['lists'] },
  { call: 'GET /user/newsletter/subscription', as: 'member', keys: ['lists'] },
  { call: 'PUT /user/newsletter/subscription', as: 'member', body: { lists: [] }, keys: ['lists'] },
  { call: 'POST /newsletter/subscribe', body: { email: 'lettre@mail.example' }, keys: [] },
  // A departure from the specification: deletion is confirmed with the password.
  { call: 'DELETE /user', as: 'leaver', body: { password: 'sous le grand chêne' }, keys: [] },
];

const listContentCalls = ({ slot, address }: Estate): SpecifiedCall[] => [
  { call: 'GET /news?promoted=true', keys: ['news', 'total'] },
  { call: 'GET /news?page=1&nbItem=2&orderBy=-publishedAt&lk:title=2026', keys: ['news', 'total'] },
  { call: 'GET /album?page=1&nbItem=100', keys: ['albums', 'total'] },
  { call: 'GET /album/1', keys: ['album'] },
  { call: 'GET /blog/folder/list', keys: ['folders', 'blogs', 'total'] },
  { call: 'GET /blog/folder/list/1?page=1', keys: ['folders', 'blogs', 'total'] },
  { call: 'GET /blog/folder/', keys: ['folder'] },
  { call: 'GET /blog/folder/1', keys: ['folder'] },
  { call: 'GET /blog/folder/ariane/', keys: ['ariane'] },
  { call: 'GET /blog/folder/ariane/1', keys: ['ariane'] },
  { call: 'GET /blog/ariane/1', keys: ['ariane'] },
  { call: 'GET /blog/1', keys: ['blog'] },
  { call: 'GET /element/events?page=1&nbItem=24', keys: ['items', 'total'] },
  { call: `GET /element/events/${slot.element}`, keys: ['element'] },
  {
    call: `POST /element/events/${slot.element}/register`,
    body: { idSlot: slot.idSlot, name: 'Nour Baron', email: 'nour@mail.example', people: 2, language: 'fr' },
    keys: ['state'],
  },
  { call: `GET /calendar/${address}/date/allowed/6/${nextYear}`, keys: ['dates'] },
  { call: `GET /calendar/${slot.element}/date/allowed/6/${nextYear}?type=element`, keys: ['dates'] },
  { call: 'GET /forms/2', keys: ['form'] },
  { call: 'POST /forms/2/submit', body: {}, status: 422 },
  {
    call: 'POST /message',
    body: { name: 'Nour Baron', email: 'nour@mail.example', message: 'Ouvrez-vous le dimanche ?' },
    keys: [],
  },
];

const listProductCalls = ({ wine }: Estate): SpecifiedCall[] => [
  { call: `GET /award?product=${wine.idProduct}`, keys: ['awards'] },
  { call: 'GET /award?product=', keys: ['awards'] },
  { call: `GET /v2/product/recommended/${wine.idProduct}`, keys: ['products'] },
  { call: 'GET /service?page=1&nbItem=100&tag=', keys: ['services', 'total'] },
  { call: 'GET /service/1', keys: ['id', 'title'] },
  { call: 'PUT /product/quantities', body: { products: [{ id: wine.id }] }, keys: ['products'] },
  { call: 'GET /product?nbItem=2&page=2&orderBy=price', keys: ['products', 'total'] },
];

function listOrderCalls({ wine, discountCode }: Estate): SpecifiedCall[] {
  const lines = [{ id: wine.id, quantity: wine.quantity }];
  return [
    { call: 'POST /order/validate', body: { products: lines }, keys: ['products', 'bottles', 'subtotal'] },
    {
      call: 'POST /order/discount',
      body: { code: discountCode, cart: { products: lines, shippingFees: 10.9 } },
      keys: ['id', 'type', 'amount', 'detailType', 'code', 'value', 'subtotal', 'shippingFees', 'total'],
    },
    {
      call: 'POST /order',
      as: 'member',
      body: {
        products: lines,
        user: { phone: '05 45 00 00 00' },
        address: { delivery: address, billing: address },
        delivery: { type: 'DELIVERY', idCarrier: 1 },
        deliveryPostalCode: '16100',
        deliveryIdCountry: 'FR',
        payment: 'TRANSFER',
        message: '',
        acceptTerms: true,
      },
      keys: ['number', 'total'],
    },
    {
      call: 'POST /calculate/shipping-fees',
      body: { products: [wine], postalCode: '16100', country: 'FR' },
      keys: ['carriers'],
    },
    { call: 'POST /relay/access-points', body: address, keys: ['accessPoints'] },
    { call: 'GET /cities/16100/250', keys: ['cities'] },
    { call: 'GET /countries', keys: ['countries'] },
    { call: 'GET /company/address?type=shop&page=1&nbItem=10&orderBy=id', keys: ['addresses'] },
    { call: 'GET /admin/address/type', keys: ['types'] },
  ];
}

// The password comes last, because its change ends the member's session.
const lastCalls: SpecifiedCall[] = [
  {
    call: 'PUT /user/password',
    as: 'member',
    body: { currentPassword: 'sous le grand chêne', newPassword: 'trois chevaux au soleil' },
    keys: [],
  },
];

describe.each(estates)('calls of the specification, section 7, to $folder', (estate) => {
  const { folder, siteId, wine } = estate;
  const host = `${folder}.localhost`;
  let server: EditedEstateServer;
  let cookies: Record<Role, string>;
  let member: Customer;

  beforeAll(async () => {
    server = await startEditedEstateServer(folder, {}, inject('databaseServer'));
    const db = connectToDatabase({ url: server.databaseUrl ?? '' });
    member = await createCustomer({ db }, { site: siteId });
    const leaver = await createCustomer({ db }, { site: siteId });
    const staff = await createCustomer({ db }, { site: siteId, role: 'SUPER_ADMIN' });
    cookies = {
      visitor: '',
      member: await logInOverHttp(server.port, host, member),
      leaver: await logInOverHttp(server.port, host, leaver),
      staff: await logInOverHttp(server.port, host, staff),
    };
  });
  afterAll(() => server.stop());

  const send = ({ call, body, as = 'visitor' }: SpecifiedCall) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const options: ApiCallOptions = {
      method: method as ApiCallOptions['method'] & string,
      headers: { cookie: cookies[as] },
    };
    return callSiteApi(server.port, host, path, body === undefined ? options : { ...options, body });
  };

  describe.each([
    ['Site and configuration', siteCalls],
    ['Account', accountCalls],
    ['Content', listContentCalls(estate)],
    ['Products and services', listProductCalls(estate)],
    ['Ordering and places', listOrderCalls(estate)],
    ['Account, after all other calls', lastCalls],
  ] as const)('%s', (_, calls) => {
    test.each(calls)('$call responds as specified', async (specified) => {
      const { status = 200, keys = [] } = specified;
      const response = await send(specified);
      expect(response.status, response.text).toBe(status);
      expect(Object.keys(response.json).sort()).toEqual(['data', 'message', 'success']);
      expect(response.json.success).toBe(status === 200);
      if (status !== 200) expect(response.json.message).not.toBe('');
      for (const key of keys) expect(response.json.data).toHaveProperty(key);
    });
  });

  test.each([`/product/generate/file/${wine.idProduct}`, `/product/generate/file/${wine.idProduct}/${wine.id}`])(
    'GET %s responds with a PDF',
    async (path) => {
      const response = await callSiteApi(server.port, host, path);
      expect(response.status, response.text.slice(0, 200)).toBe(200);
      expect(response.headers['content-type']).toContain('application/pdf');
      expect(response.text.slice(0, 5)).toBe('%PDF-');
    },
  );

  test('POST /login responds with the id of the site and stores the token in a cookie', async () => {
    const body = { identifier: member.email, password: 'trois chevaux au soleil' };
    const response = await callSiteApi(server.port, host, '/login', { method: 'POST', body });
    expect(response.json).toEqual({ success: true, data: { idSite: siteId }, message: '' });
    expect(String(response.headers['set-cookie'])).toMatch(/token=.*Max-Age=86400/);
  });

  test('every product is found under the name that the list contains', async () => {
    const list = await callSiteApi(server.port, host, '/product?nbItem=100');
    const { products } = list.json.data as { products: { id: number; name: string }[] };
    expect(products.length).toBeGreaterThan(10);
    for (const { id, name } of products) {
      const found = await callSiteApi(server.port, host, `/product?name=${encodeURIComponent(name)}`);
      const ids = (found.json.data as { products: { id: number }[] }).products.map((product) => product.id);
      expect(ids, name).toContain(id);
    }
  });
});
