import type { Carrier, ShippingRules } from '#shared/shipping/shipping.ts';

const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  minBottles: 0,
  maxBottles: 0,
  sellsWorldwide: false,
};

/** Creates shipping rules that restrict nothing apart from `overrides`. */
export const createShippingRules = (overrides: Partial<ShippingRules> = {}): ShippingRules => ({
  ...noRules,
  ...overrides,
});

/** Creates a carrier that delivers to mainland France and Switzerland, unless `overrides` replaces its rates. */
export const createMainlandCarrier = (id: number, overrides: Partial<Carrier> = {}): Carrier => ({
  id,
  name: `Carrier ${id}`,
  serviceCode: `C${id}`,
  deliveryType: 'DELIVERY',
  siteType: 'WINEMAKER',
  rates: [
    {
      zones: ['FR-MAINLAND', 'CH'],
      brackets: [
        { upTo: 6, price: 900 },
        { upTo: 12, price: 1500 },
      ],
    },
  ],
  ...overrides,
});

/** A carrier with a rate for Belgium and a worldwide one. */
export const worldwideCarrier = createMainlandCarrier(2, {
  rates: [
    { zones: ['WORLD'], brackets: [{ upTo: null, price: 6000 }] },
    { zones: ['BE'], brackets: [{ upTo: null, price: 1200 }] },
  ],
});
