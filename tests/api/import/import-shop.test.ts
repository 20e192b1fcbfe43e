import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { newsletterLists } from '#server/api/newsletter/newsletter-tables.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { carriers, collectionPlaces, collectionSchedules, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { importSite } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, setJsonValueAtPath } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let sitesDir: string;
let filesDir: string;
/** The id of the site; each test uses a new site with a random id. */
let id: number;
let dir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  sitesDir = await createTemporaryFolder();
  filesDir = await createTemporaryFolder();
});

const write = (file: string, value: unknown) => writeFile(join(dir, 'content', file), JSON.stringify(value));
const set = (file: string, path: readonly (string | number)[], value: unknown) =>
  setJsonValueAtPath(join(dir, 'content', file), path, value);
const runImport = (options = {}) => importSite({ db: database.db, filesDir }, dir, options);
const read = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(database.db, id, work);

beforeEach(async () => {
  id = randomInt(1000, 1_000_000);
  dir = await copyStarterSite(sitesDir, `estate-${id}`, id);
  await write('discount-codes.json', [
    {
      id: 1,
      code: ' Bonjour ',
      type: 'EURO',
      amount: 7.5,
      from: '2027-01-01T00:00:00+01:00',
      uses: 20,
      minGoods: 49.9,
    },
    { id: 2, code: 'PORT', type: 'PERCENTAGE', amount: 100, detailType: 'SHIPPING_FEES' },
  ]);
  await write('relay-points.json', [
    {
      id: 1,
      name: 'Épicerie du Port',
      addLine1: '1, quai du Port',
      zipCode: '16100',
      city: 'Cognac',
      country: 'fr',
      coordinates: { latitude: 45.69, longitude: -0.33 },
      openingHours: { fr_FR: 'Tous les jours', en: 'Every day' },
    },
  ]);
});

describe('the first import of a shop', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    await runImport();
  });

  test('converts euros to cents and keeps the order of the file', async () => {
    const rows = await read((tx) => tx.select().from(carriers));
    expect(rows).toMatchObject([{ id: 1, position: 0, serviceCode: 'HOME', deliveryType: 'DELIVERY' }]);
    expect(rows[0]?.siteType).toBe('WINEMAKER');
    expect(rows[0]?.rates[0]).toEqual({
      zones: ['FR-MAINLAND'],
      deliveryTime: null,
      brackets: [
        { upTo: 6, price: 1200 },
        { upTo: 12, price: 1800 },
        { upTo: 24, price: 3000 },
        { upTo: 60, price: 6000 },
        { upTo: 120, price: 11_000 },
      ],
    });
    const methods = await read((tx) =>
      tx.select().from(acceptedPaymentMethods).orderBy(acceptedPaymentMethods.position),
    );
    expect(methods.map(({ method }) => method)).toEqual(['TRANSFER', 'CHEQUE', 'AT_PICKUP']);
  });

  test('stores codes under a normalised key with their conditions', async () => {
    const rows = await read((tx) => tx.select().from(discountCodes).orderBy(discountCodes.id));
    expect(rows).toMatchObject([
      {
        codeKey: 'BONJOUR',
        amount: 7.5,
        detailType: 'PRODUCT',
        validFrom: new Date('2026-12-31T23:00:00Z'),
        validTo: null,
        maxUses: 20,
        maxUsesPerCustomer: null,
        minGoods: 4990,
      },
      { codeKey: 'PORT', amount: 100, detailType: 'SHIPPING_FEES', validFrom: null, maxUses: null, minGoods: 0 },
    ]);
  });

  test('stores collection schedules, pickup points and newsletters', async () => {
    const [places, schedules, points, lists] = await read(async (tx) => [
      await tx.select().from(collectionPlaces),
      await tx.select().from(collectionSchedules).orderBy(collectionSchedules.id),
      await tx.select().from(pickupPoints),
      await tx.select().from(newsletterLists),
    ]);
    expect(places).toMatchObject([{ addressId: 1, closures: [] }]);
    expect(schedules).toMatchObject([
      { id: 1, addressId: 1, from: '10:00', to: '12:00', capacity: null },
      { id: 2, addressId: 1, from: '14:00', to: '18:00', capacity: null },
    ]);
    expect(points).toMatchObject([{ country: 'FR', latitude: 45.69, longitude: -0.33, icon: 'shop' }]);
    expect(lists).toMatchObject([{ id: 1, name: { fr_FR: 'La lettre du domaine', en: 'Letter from the estate' } }]);
  });
});

describe('a repeated import of a shop', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    await runImport();
  });

  test('changes nothing for unchanged files', async () => {
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0, omitted: 0 });
  });

  test('updates changed rows and deletes rows that the files no longer contain', async () => {
    await set('carriers.json', [0, 'rates', 0, 'brackets', 0, 'price'], 13);
    await set('pickup.json', [0, 'closures'], [{ from: '2027-05-01', to: '2027-05-01', reason: 'Fête du Travail' }]);
    await write('relay-points.json', []);
    expect(await runImport()).toMatchObject({ added: 0, changed: 2, removed: 1 });
    const [carrier] = await read((tx) => tx.select().from(carriers));
    const [place] = await read((tx) => tx.select().from(collectionPlaces));
    expect(carrier?.rates[0]?.brackets[0]?.price).toBe(1300);
    expect(place?.closures).toEqual([{ from: '2027-05-01', to: '2027-05-01', reason: 'Fête du Travail' }]);
    expect(await read((tx) => tx.select().from(pickupPoints))).toEqual([]);
  });

  test('keeps edited rows and omits rows deleted by staff, except with overwrite', async () => {
    await read((tx) => tx.update(discountCodes).set({ maxUses: 5 }).where(eq(discountCodes.id, 1)));
    await read((tx) => tx.delete(acceptedPaymentMethods).where(eq(acceptedPaymentMethods.method, 'CHEQUE')));
    await set('discount-codes.json', [0, 'uses'], 100);
    const usesAndMethods = () =>
      read(async (tx) => [
        (await tx.select().from(discountCodes).where(eq(discountCodes.id, 1)))[0]?.maxUses,
        (await tx.select().from(acceptedPaymentMethods)).length,
      ]);
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, kept: 1, omitted: 1 });
    expect(await usesAndMethods()).toEqual([5, 2]);
    await runImport({ shouldOverwrite: true });
    expect(await usesAndMethods()).toEqual([100, 3]);
  });

  test('reuses the text of a removed code for a new one', async () => {
    await set('discount-codes.json', [1, 'id'], 3);
    expect(await runImport()).toMatchObject({ added: 1, removed: 1 });
  });

  test('lets two codes swap their texts', async () => {
    await set('discount-codes.json', [0, 'code'], 'PORT');
    await set('discount-codes.json', [1, 'code'], 'BONJOUR');
    expect(await runImport()).toMatchObject({ changed: 2 });
  });

  test('moves a schedule to another address of the estate', async () => {
    const address = { types: ['click-and-collect'], address: '', postalCode: '16100', city: 'Cognac', country: 'FR' };
    await set('addresses.json', [1], { id: 2, name: 'Le chai', ...address });
    await set('pickup.json', [0, 'schedules'], [{ id: 1, weekdays: ['monday'], from: '10:00', to: '12:00' }]);
    await set('pickup.json', [1], {
      address: 2,
      schedules: [{ id: 2, weekdays: ['friday'], from: '14:00', to: '18:00', capacity: 3 }],
    });
    await runImport();
    const rows = await read((tx) => tx.select().from(collectionSchedules).orderBy(collectionSchedules.id));
    expect(rows.map(({ addressId, capacity }) => [addressId, capacity])).toEqual([
      [1, null],
      [2, 3],
    ]);
  });
});

test('two sites can use the same ids and codes', { timeout: 120_000 }, async () => {
  await runImport();
  const first = id;
  id = first + 1;
  dir = await copyStarterSite(sitesDir, `estate-${id}`, id);
  await write('discount-codes.json', [{ id: 1, code: 'BONJOUR', type: 'PERCENTAGE', amount: 50 }]);
  await runImport();
  const amountAt = async (site: number) =>
    (
      await withSiteTransaction(database.db, site, (tx) =>
        tx.select().from(discountCodes).where(eq(discountCodes.id, 1)),
      )
    )[0]?.amount;
  expect([await amountAt(first), await amountAt(id)]).toEqual([7.5, 50]);
});
