import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { countryCode } from '#server/api/places/places.ts';
import { ownRelayPoints, type RelayPointProvider } from '#server/api/shipping/relay-points.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { shippingContract } from '#shared/shipping/shipping-contract.ts';
import { freeSlots } from './free-slots.ts';

/** Where and when customers fetch what they ordered: at relay points, or at the estate. */
export function pickupRoutes(
  app: FastifyInstance,
  parts: RouteParts,
  relays: RelayPointProvider = ownRelayPoints,
): void {
  const route = contractRoutes(app, 'ordering', shippingContract, parts);

  route('POST /relay/access-points', async ({ body, say, localize, inSite }) => {
    const country = countryCode(body.country ?? 'FR');
    if (!country) return refuse('unknown_country', { errors: { country: say('ordering.refusal.unknown_country') } });
    const wanted = { postalCode: body.postalCode, city: body.city ?? '', country };
    return ok({ accessPoints: await inSite((tx) => relays.near(tx, wanted, localize)) });
  });

  route('GET /calendar/{id}/date/allowed/{month}/{year}', async ({ params, site, inSite }) => {
    const { id: addressId, month, year } = params;
    const clock = { now: Date.now(), timeZone: site.timeZone };
    const slots = await inSite((tx) => freeSlots(tx, { addressId, month, year }, clock));
    if (!slots) return refuse('not_found');
    return ok({
      dates: [...new Set(slots.map(({ date }) => date))],
      schedules: slots.map(({ idSchedule, date, from, to }) => ({ id: idSchedule, date, from, to })),
    });
  });
}
