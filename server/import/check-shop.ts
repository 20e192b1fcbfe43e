import { isCountry } from '#server/api/places/places.ts';
import { normalCode } from '#shared/discounts/discount-code.ts';
import { discountCodeIssues } from '#shared/discounts/discount-code-input.ts';
import { carrierIssues } from '#shared/shipping/carrier-input.ts';
import { pickupAddressType, pickupTimeIssues } from '#shared/shipping/pickup-schedule-input.ts';
import { alike, at, type Finding, findingsOf } from './checking.ts';
import type { Fault } from './faults.ts';
import type { SiteContent } from './read-site-folder.ts';

/** What the files about selling say of each other and of addresses.json. Pure. */
export const checkShop = ({ files }: SiteContent): Fault[] => [
  ...at('content/carriers.json', [...files['carriers.json'].flatMap(carrierFindings), ...relayCarrierFindings(files)]),
  ...at('content/discount-codes.json', codeFindings(files['discount-codes.json'])),
  ...at('content/pickup.json', pickupFindings(files)),
  ...at('content/relay-points.json', files['relay-points.json'].flatMap(pointFindings)),
  ...at(
    'content/payment-methods.json',
    alike(
      files['payment-methods.json'].map(({ method }) => method),
      'method',
      'the method',
    ),
  ),
];

type Files = SiteContent['files'];

function carrierFindings(carrier: Files['carriers.json'][number], index: number): Finding[] {
  const unknownCountries = carrier.rates.flatMap(({ zones }, rate) =>
    zones.flatMap((zone): Finding[] =>
      zone === 'FR' || !/^[A-Z]{2}$/.test(zone) || isCountry(zone)
        ? []
        : [{ path: `${index}.rates.${rate}.zones`, reason: `"${zone}" is no country` }],
    ),
  );
  return [...findingsOf(carrierIssues(carrier), index), ...unknownCountries];
}

/** Who chooses such a carrier chooses a relay point next. */
const relayCarrierFindings = (files: Files): Finding[] =>
  files['carriers.json'].flatMap(({ deliveryType }, index) =>
    deliveryType === 'PICKUP' && files['relay-points.json'].length === 0
      ? [{ path: `${index}.deliveryType`, reason: 'is PICKUP, and relay-points.json has no relay point' }]
      : [],
  );

function codeFindings(codes: Files['discount-codes.json']): Finding[] {
  const findings = alike(
    codes.map(({ code }) => normalCode(code)),
    'code',
    'the code',
  );
  return [...findings, ...codes.flatMap((code, index) => findingsOf(discountCodeIssues(code), index))];
}

function pickupFindings(files: Files): Finding[] {
  const places = files['pickup.json'];
  return [
    ...alike(
      places.map(({ address }) => address),
      'address',
      'the address',
    ),
    ...schedulesUsedTwice(places),
    ...places.flatMap((place, index) => placeFindings(place, index, files['addresses.json'])),
  ];
}

function schedulesUsedTwice(places: Files['pickup.json']): Finding[] {
  const first = new Map<number, string>();
  return places.flatMap(({ schedules }, index) =>
    schedules.flatMap(({ id }, at): Finding[] => {
      const path = `${index}.schedules.${at}`;
      const before = first.get(id);
      first.set(id, before ?? path);
      return before ? [{ path: `${path}.id`, reason: `the id ${id} is used already at ${before}` }] : [];
    }),
  );
}

function placeFindings(
  place: Files['pickup.json'][number],
  index: number,
  addresses: Files['addresses.json'],
): Finding[] {
  const findings: Finding[] = [];
  const found = addresses.find(({ id }) => id === place.address);
  if (!found) findings.push({ path: `${index}.address`, reason: `addresses.json has no address ${place.address}` });
  else if (!found.type.includes(pickupAddressType))
    findings.push({
      path: `${index}.address`,
      reason: `the address ${place.address} is not of type "${pickupAddressType}": nobody could choose it`,
    });
  return [...findings, ...findingsOf(pickupTimeIssues(place), index)];
}

const pointFindings = ({ country }: Files['relay-points.json'][number], index: number): Finding[] =>
  isCountry(country) ? [] : [{ path: `${index}.country`, reason: `"${country}" is no country` }];
