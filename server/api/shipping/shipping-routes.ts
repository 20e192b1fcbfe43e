import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { listCountries, toCountryCode } from '#server/api/places/places.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { hasCarrierForCountry } from '#shared/shipping/shipping.ts';
import { shippingContract } from '#shared/shipping/shipping-contract.ts';
import { type BookableSlotReaders, type CountCollectionsPerSlot, readCollectionMonth } from './available-slots.ts';
import type { PickupPointDirectory } from './pickup-points.ts';
import { readShippingConfig } from './shipping-config.ts';

interface ShippingDependencies extends ContractRouteDependencies {
  pickupPoints: PickupPointDirectory;
  countBookings: CountCollectionsPerSlot;
  calendars: BookableSlotReaders;
}

export function shippingRoutes(app: FastifyInstance, dependencies: ShippingDependencies): void {
  const route = createContractRouter(app, 'shipping', shippingContract, dependencies);
  const { pickupPoints, countBookings, calendars } = dependencies;

  route('POST /relay/access-points', async (call) => {
    const { body, lang, translate, pickLanguage, request, withSiteTransaction } = call;
    const country = toCountryCode(body.country ?? 'FR');
    if (!country) return refuse('unknown_country', { errors: { country: translate('refusal.unknown_country') } });
    const { postalCode, city = '', idCarrier: carrierId = null } = body;
    const context = { withSiteTransaction, lang, pickLanguage, log: request.log };
    return ok({ accessPoints: await pickupPoints.near(context, { postalCode, city, country, carrierId }) });
  });

  route('GET /shipping/countries', async ({ lang, pickLanguage, withSiteTransaction }) => {
    const { carriers, rules } = await withSiteTransaction((tx) => readShippingConfig(tx, pickLanguage));
    const codes = listCountries(lang).map(({ alphaTwo }) => alphaTwo);
    return { countries: codes.filter((country) => hasCarrierForCountry(carriers, country, rules.sellsWorldwide)) };
  });

  route(
    'GET /calendar/{id}/date/allowed/{month}/{year}',
    async ({ params, query, site, pickLanguage, withSiteTransaction }) => {
      const { id: addressId, month, year } = params;
      const clock = { now: Date.now(), timeZone: site.timeZone };
      const found = await withSiteTransaction(async (tx) => {
        if (query.type === 'address') return readCollectionMonth(tx, { addressId, month, year }, clock, countBookings);
        const slots = await calendars[query.type](tx, params, clock);
        return slots && { slots, closures: [] };
      });
      if (!found) return refuse('not_found');
      const { slots, closures } = found;
      return ok({
        dates: [...new Set(slots.map(({ date }) => date))],
        schedules: slots.map(({ idSchedule, date, from, to }) => ({ id: idSchedule, date, from, to })),
        closures: closures.map(({ from, to, reason }) => ({ from, to, reason: pickLanguage(reason) })),
      });
    },
  );
}
