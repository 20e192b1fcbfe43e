import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxContents } from '#server/api/catalogue/catalogue-tables.ts';
import {
  type AppliedStockChange,
  notifyIfStockLevelsChanged,
  returnStock,
} from '#server/api/catalogue/stock-changes.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

const site = 40;
/** Box 5 contains six bottles of each of these variants. */
const [red, white] = [11, 22];

let api: TestApi;
let setStock: ReturnType<typeof createOrderAndStockActions>['setStock'];

beforeAll(async () => {
  api = await startTestApi();
  ({ setStock } = createOrderAndStockActions(api));
  await seedEstate(api.db, api.filesDir, { id: site, mark: 'Estate', languages: ['fr_FR', 'en'] });
  await withSiteTransaction(api.db, site, async (tx) => {
    await tx.update(boxContents).set({ quantity: 6 }).where(eq(boxContents.productId, 5));
    await tx.update(parameters).set({ value: 0 }).where(eq(parameters.type, 'STOCK_LIMIT_DISPLAY'));
  });
});

const countChanges = async () => (await api.db.select().from(sites).where(eq(sites.id, site)))[0]?.changeCount;

/** Sets the stock to the last quantities and checks whether the changes that led to them notify the storefronts. */
async function isNotifiedOf(changes: readonly AppliedStockChange[]): Promise<boolean> {
  await setStock(Object.fromEntries(changes.map(({ variantId, after }) => [variantId, after])));
  const before = await countChanges();
  await withSiteTransaction(api.db, site, (tx) => notifyIfStockLevelsChanged(tx, changes));
  return (await countChanges()) !== before;
}

describe('notifyIfStockLevelsChanged', () => {
  it.each<[string, boolean, AppliedStockChange[]]>([
    [
      'notifies of a box that sells out when several of its contents are sold together',
      true,
      [
        { variantId: red, before: 11, after: 5 },
        { variantId: white, before: 11, after: 5 },
      ],
    ],
    [
      'notifies of a box that is back in stock when several of its contents are returned together',
      true,
      [
        { variantId: red, before: 5, after: 11 },
        { variantId: white, before: 5, after: 11 },
      ],
    ],
    [
      'notifies of a box that sold out between two of the collected changes',
      true,
      [
        { variantId: red, before: 11, after: 5 },
        { variantId: white, before: 11, after: 5 },
        { variantId: red, before: 5, after: 11 },
        { variantId: white, before: 5, after: 11 },
      ],
    ],
    [
      'does not notify of changes that keep the level of variants and boxes',
      false,
      [
        { variantId: red, before: 30, after: 24 },
        { variantId: white, before: 30, after: 24 },
        { variantId: red, before: 24, after: 18 },
      ],
    ],
    [
      'does not notify of a box that stays sold out',
      false,
      [
        { variantId: red, before: 5, after: 4 },
        { variantId: white, before: 11, after: 5 },
      ],
    ],
  ])('%s', async (_, isNotified, changes) => {
    expect(await isNotifiedOf(changes)).toBe(isNotified);
  });
});

describe('returnStock', () => {
  it('notifies of a box that is back in stock', async () => {
    await setStock({ [red]: 5, [white]: 5 });
    const before = await countChanges();
    const taken = [red, white].map((variantId) => ({ variantId, quantity: 6 }));
    await withSiteTransaction(api.db, site, (tx) => returnStock(tx, taken));
    expect(await countChanges()).not.toBe(before);
  });
});
