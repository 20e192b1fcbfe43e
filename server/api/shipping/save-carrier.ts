import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SiteRow } from '#server/api/database/table-rows.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { carriers } from '#server/api/shipping/shipping-tables.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { refuse } from '#shared/outcome.ts';
import type { CarrierInput } from '#shared/shipping/carrier-input.ts';
import { carrierResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';

export const toCarrierRows = (list: readonly CarrierInput[]): TableRows[] => [
  createTableRows(
    carriers,
    list.map(({ rates, ...carrier }) => ({
      ...carrier,
      rates: rates.map(({ zones, brackets }) => ({
        zones,
        brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
      })),
    })),
  ),
];

export async function saveCarrier(tx: SiteTx, carrier: CarrierInput): Promise<SaveOutcome> {
  const countries = carrier.rates.flatMap(({ zones }) => zones).filter((zone) => /^[A-Z]{2}$/.test(zone));
  if (!countries.every(isCountryCode)) return refuse('unknown_reference', { values: { field: 'rates' } });
  return saveRowsAndNotify(tx, toCarrierRows([carrier]));
}

const toCarrierDraft = ({ rates, ...carrier }: SiteRow<typeof carriers>): CarrierInput => ({
  ...carrier,
  rates: rates.map(({ zones, brackets }) => ({
    zones: [...zones],
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: centsToEuros(price) })),
  })),
});

export const carrierResource = defineResource({
  ...carrierResourceSpec,
  table: carriers,
  save: saveCarrier,
  toDraft: toCarrierDraft,
});
