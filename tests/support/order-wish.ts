import type { OrderBody } from '#shared/ordering/ordering-contract.ts';

/** A fictional address on the mainland. */
export const someAddress = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};

/** An order that an estate of `fillEstate` and `fillShop` takes: six bottles to the door. */
export const orderWish = (own: Partial<OrderBody> = {}): OrderBody => ({
  products: [{ id: 11, quantity: 6 }],
  user: { phone: '05 45 00 00 00' },
  address: { delivery: someAddress },
  delivery: { type: 'DELIVERY', idCarrier: 1 },
  acceptTerms: true,
  ...own,
});

/** The same, fetched at the estate, where no carrier has a say. Tomorrow is too soon: the shop's lead time is a day. */
export const pickupWish = (own: Partial<OrderBody> = {}): OrderBody =>
  orderWish({
    address: { billing: someAddress },
    delivery: { type: 'CLICK_AND_COLLECT' },
    dateSchedule: dayFromNow(3),
    idSchedule: 1,
    ...own,
  });

/** `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
