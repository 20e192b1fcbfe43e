import { openDatabase } from '#server/api/open-database.ts';
import type { Ground, Profile } from '../ground.ts';
import { startStorefront } from '../ground.ts';
import { freshMark, type PlannedRequest } from '../load/load-plan.ts';
import { type Burst, interleave, type Scenario } from '../measure.ts';
import type { Figures, Section } from '../report/report.ts';
import { mailsAreSent, openAccounts } from '../sites/open-accounts.ts';
import { fullEstate, wineList } from '../sites/write-sites.ts';
import { type Started, whenAnswers } from '../started.ts';
import { besideOrders, callers, connections, names, reportOrders } from './orders-report.ts';

const host = { host: fullEstate.host };
const page: PlannedRequest = { path: wineList, headers: { ...host, 'accept-encoding': 'br' } };

/** What is ordered, by declination of the full estate: single wines, several, and a box that shares its contents with them. */
const carts: readonly (readonly (readonly [id: number, quantity: number])[])[] = [
  [[107, 6]],
  [
    [126, 3],
    [101, 3],
  ],
  [
    [148, 1],
    [127, 2],
  ],
  [
    [112, 12],
    [129, 1],
    [148, 1],
  ],
];

/** The same carts as the calculation of fees wants them. */
const quotes = [
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
  ...{ firstname: 'Camille', lastname: 'Vignaud', address: '3 rue du Port' },
  ...{ postalCode: '16100', city: 'Cognac', country: 'FR' },
};

/** Checks, quotes and orders through the gateway, and cached pages beside them, in turn. */
export async function measureOrders(
  ground: Ground,
  profile: Profile,
): Promise<{ sections: Section[]; figures: Figures }> {
  const storefront = await startStorefront(ground, { name: 'storefront, selling', sitesDir: ground.estateDir });
  await whenAnswers(storefront, '/readyz');
  await whenAnswers(storefront, wineList, fullEstate.host);
  const database = await openDatabase(
    { databaseUrl: null, dataDir: ground.dataDir },
    { tenant: 'command', poolSize: 2 },
  );
  try {
    const cookies = await openAccounts(database, storefront);
    const afterwards = async () => {
      storefront.emptyLog();
      await mailsAreSent(database);
    };
    const measured = await interleave(scenariosOf(ground, storefront, { cookies, afterwards }), profile);
    await storefront.stop();
    return reportOrders((name): Burst => {
      const burst = measured.get(name);
      if (!burst) throw new Error(`${name} was not measured`);
      return burst;
    });
  } finally {
    await database.close();
  }
}

interface Selling {
  cookies: readonly string[];
  afterwards(): Promise<void>;
}

function scenariosOf(ground: Ground, storefront: Started, { cookies, afterwards }: Selling): Scenario[] {
  const post = (path: string, body: unknown, more: Record<string, string> = {}): PlannedRequest => ({
    ...{ path: `/api${path}`, method: 'POST', body: JSON.stringify(body) },
    headers: { ...host, 'content-type': 'application/json', ...more },
  });
  const linesOf = (cart: (typeof carts)[number]) => cart.map(([id, quantity]) => ({ id, quantity }));
  const orders = cookies.map((cookie, index) =>
    post(
      '/order',
      {
        products: linesOf(carts[index % carts.length] ?? []),
        user: { phone: '05 45 00 00 00' },
        address: { delivery: address },
        delivery: { type: 'DELIVERY', idCarrier: 1 },
        acceptTerms: true,
      },
      { cookie, 'idempotency-key': freshMark },
    ),
  );
  const scenario = (name: string, requests: readonly PlannedRequest[], many: number): Scenario => ({
    name,
    processes: { storefront: storefront.pid, API: ground.api.pid },
    plan: { url: storefront.url, connections: many, requests },
    afterwards,
  });
  return [
    scenario(
      names.validate,
      carts.map((cart) => post('/order/validate', { products: linesOf(cart) })),
      callers,
    ),
    scenario(
      names.fees,
      quotes.map((products) =>
        post('/calculate/shipping-fees', { products, postalCode: address.postalCode, country: address.country }),
      ),
      callers,
    ),
    scenario(names.order, orders, callers),
    scenario(names.page, [page], connections),
    {
      ...scenario(names.pageBeside, [page], connections),
      beside: { url: storefront.url, connections: besideOrders, requests: orders },
    },
  ];
}
