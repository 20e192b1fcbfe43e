import { newsletterLists } from '#server/api/accounts/accounts-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { inSite, type SiteTx } from '#server/api/database/site-transaction.ts';
import {
  carriers,
  discountCodes,
  paymentMethods,
  pickupPlaces,
  pickupSchedules,
  relayPoints,
} from '#server/api/ordering/shop-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The home carrier's prices for the mainland, in cents, by the number of bottles up to which they hold. */
export const mainlandBrackets = [
  { upTo: 6, price: 1_200 },
  { upTo: 12, price: 1_800 },
  { upTo: null, price: 2_500 },
];

export const shopParameters = {
  FREE_SHIPPING_BOTTLE: 24,
  FREE_SHIPPING_PRICE: 400,
  MINIMUM_EXPEDITION_BOTTLE: 2,
  MAXIMUM_EXPEDITION_BOTTLE: 60,
  CLICK_AND_COLLECT_HOURS: 24,
  SELLS_WORLDWIDE: false,
  COMPANY_EMAIL: 'estate@mail.example',
  COMPANY_PHONE: '05 45 00 00 01',
  SALE_TERMS: { fr_FR: '<h2>Conditions de vente</h2>', en: '<h2>Terms of sale</h2>' },
} as const;

/** What an estate of `fillEstate` needs in order to sell (all of it fictional). Every estate has the same ids. */
export async function fillShop(db: Db, siteId: number): Promise<void> {
  await inSite(db, siteId, async (tx) => {
    await tx
      .insert(parameters)
      .values(
        Object.entries(shopParameters).map(([type, value]) => ({ type: type as keyof typeof shopParameters, value })),
      );
    await fillCarriers(tx);
    await fillCodes(tx);
    await fillPickup(tx);
    await tx.insert(paymentMethods).values([
      {
        method: 'TRANSFER',
        position: 0,
        label: { fr_FR: 'Virement', en: 'Bank transfer' },
        instructions: { fr_FR: 'Sur le compte FR76 0000.', en: 'To the account FR76 0000.' },
      },
      {
        method: 'CHEQUE',
        position: 1,
        label: { fr_FR: 'Chèque', en: 'Cheque' },
        instructions: { fr_FR: 'À l’ordre du domaine.', en: 'To the order of the estate.' },
      },
      {
        method: 'AT_PICKUP',
        position: 2,
        label: { fr_FR: 'Au retrait', en: 'When collecting' },
        instructions: { fr_FR: 'Au caveau.', en: 'At the cellar door.' },
      },
    ]);
    await tx.insert(newsletterLists).values([
      { id: 1, position: 0, name: { fr_FR: 'La lettre', en: 'The letter' }, description: '' },
      { id: 2, position: 1, name: { fr_FR: 'Primeurs', en: 'En primeur' }, description: '' },
    ]);
  });
}

/** 1 brings to the door (mainland, Corsica, Belgium), 2 to relay points (mainland), 3 anywhere where the estate sells worldwide. */
async function fillCarriers(tx: SiteTx): Promise<void> {
  const carrier = { siteType: 'WINEMAKER' };
  await tx.insert(carriers).values([
    {
      ...carrier,
      id: 1,
      position: 0,
      name: { fr_FR: 'À domicile', en: 'To your door' },
      serviceCode: 'HOME',
      deliveryType: 'DELIVERY',
      rates: [
        { zones: ['FR-MAINLAND'], brackets: mainlandBrackets },
        { zones: ['FR-CORSICA'], brackets: [{ upTo: null, price: 3_900 }] },
        {
          zones: ['BE'],
          brackets: [
            { upTo: 6, price: 2_000 },
            { upTo: 12, price: 2_900 },
          ],
        },
      ],
    },
    {
      ...carrier,
      id: 2,
      position: 1,
      name: { fr_FR: 'Point relais', en: 'Relay point' },
      serviceCode: 'RELAY',
      deliveryType: 'PICKUP',
      rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 12, price: 900 }] }],
    },
    {
      ...carrier,
      id: 3,
      position: 2,
      name: { fr_FR: 'Monde', en: 'World' },
      serviceCode: 'WORLD',
      deliveryType: 'DELIVERY',
      rates: [{ zones: ['WORLD'], brackets: [{ upTo: null, price: 9_000 }] }],
    },
  ]);
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

async function fillCodes(tx: SiteTx): Promise<void> {
  const code = (id: number, name: string, own: Partial<typeof discountCodes.$inferInsert>) => ({
    id,
    code: name,
    codeKey: name.toUpperCase(),
    type: 'PERCENTAGE' as const,
    amount: 10,
    detailType: 'PRODUCT' as const,
    leastGoods: 0,
    ...own,
  });
  await tx
    .insert(discountCodes)
    .values([
      code(1, 'Vendanges', {}),
      code(2, 'CINQ', { type: 'EURO', amount: 5 }),
      code(3, 'PORT', { amount: 50, detailType: 'SHIPPING_FEES' }),
      code(4, 'BIENTOT', { validFrom: days(2) }),
      code(5, 'PASSE', { validTo: days(-2) }),
      code(6, 'UNIQUE', { uses: 1 }),
      code(7, 'UNEFOIS', { usesPerCustomer: 1 }),
      code(8, 'CENT', { leastGoods: 10_000 }),
      code(9, 'EPUISE', { uses: 0 }),
    ]);
}

/** Orders are handed over at address 1: at 10 every day, as many as wish; at 15 every day, two of them. Closed for a week from the 50th day on. */
async function fillPickup(tx: SiteTx): Promise<void> {
  const day = (count: number) => days(count).toISOString().slice(0, 10);
  await tx
    .insert(pickupPlaces)
    .values({ addressId: 1, closures: [{ from: day(50), to: day(56), reason: { fr_FR: 'Congés', en: 'Holidays' } }] });
  await tx.insert(pickupSchedules).values([
    { id: 1, addressId: 1, weekdays: [...everyDay], from: '10:00', to: '12:00' },
    { id: 2, addressId: 1, weekdays: [...everyDay], from: '15:00', to: '17:00', capacity: 2 },
  ]);
  const point = { addLine1: '2 place du Marché', icon: 'shop', openingHours: { fr_FR: '9 h – 19 h', en: '9–7' } };
  await tx.insert(relayPoints).values([
    {
      ...point,
      id: 1,
      name: 'Tabac du Marché',
      zipCode: '16100',
      city: 'Cognac',
      country: 'FR',
      latitude: 45.696,
      longitude: -0.329,
    },
    {
      ...point,
      id: 2,
      name: 'Librairie du Port',
      zipCode: '17000',
      city: 'La Rochelle',
      country: 'FR',
      latitude: 46.16,
      longitude: -1.151,
    },
    {
      ...point,
      id: 3,
      name: 'Épicerie d’Ajaccio',
      zipCode: '20000',
      city: 'Ajaccio',
      country: 'FR',
      latitude: 41.926,
      longitude: 8.737,
    },
  ]);
}
