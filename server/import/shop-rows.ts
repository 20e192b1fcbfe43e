import { newsletterLists } from '#server/api/accounts/accounts-tables.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { paymentMethods } from '#server/api/payments/payments-tables.ts';
import { carriers, pickupPlaces, pickupSchedules, relayPoints } from '#server/api/shipping/shipping-tables.ts';
import { normalCode } from '#shared/discounts/discount-code.ts';
import { eurosToCents } from '#shared/money.ts';
import type { SiteContent } from './read-site-folder.ts';
import { type DesiredRows, rowsOf } from './rows.ts';

type Files = SiteContent['files'];

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** How the estate sells: carriers, codes, pick-up, relay points, payment, newsletters. */
export function shopRows(files: Files): DesiredRows[] {
  return [
    ...pickupRows(files['pickup.json']),
    rowsOf(
      carriers,
      files['carriers.json'].map(({ rates, ...carrier }, position) => ({
        ...carrier,
        position,
        rates: rates.map(({ zones, brackets }) => ({
          zones,
          brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
        })),
      })),
    ),
    rowsOf(
      discountCodes,
      files['discount-codes.json'].map(({ from, to, leastGoods, ...code }) => ({
        ...code,
        codeKey: normalCode(code.code),
        validFrom: instant(from),
        validTo: instant(to),
        leastGoods: eurosToCents(leastGoods),
      })),
    ),
    rowsOf(
      relayPoints,
      files['relay-points.json'].map(({ position, country, ...point }) => ({
        ...point,
        ...position,
        country: country.toUpperCase(),
      })),
    ),
    rowsOf(
      paymentMethods,
      files['payment-methods.json'].map((method, position) => ({ ...method, position })),
    ),
    rowsOf(
      newsletterLists,
      files['newsletter-lists.json'].map((list, position) => ({ ...list, position })),
    ),
  ];
}

function pickupRows(places: Files['pickup.json']): DesiredRows[] {
  return [
    rowsOf(
      pickupPlaces,
      places.map(({ address, closures }) => ({ addressId: address, closures })),
    ),
    rowsOf(
      pickupSchedules,
      places.flatMap(({ address, schedules }) => schedules.map((schedule) => ({ ...schedule, addressId: address }))),
    ),
  ];
}
