import countries from 'i18n-iso-countries';
import { normalCode } from '#shared/discounts/discount-code.ts';
import { worldZone } from '#shared/shipping/shipping-zone.ts';
import { alike, at, type Finding } from './checking.ts';
import type { Fault } from './faults.ts';
import type { SiteContent } from './read-site-folder.ts';

/** What the files about selling say of each other and of addresses.json. Pure. */
export const checkShop = ({ files }: SiteContent): Fault[] => [
  ...at('content/carriers.json', [...files['carriers.json'].flatMap(carrierFindings), ...relayCarrierFindings(files)]),
  ...at('content/discount-codes.json', codeFindings(files['discount-codes.json'])),
  ...at('content/pickup.json', pickupFindings(files)),
  ...at('content/relay-points.json', files['relay-points.json'].flatMap(relayFindings)),
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

function carrierFindings({ rates }: Files['carriers.json'][number], index: number): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  rates.forEach(({ zones, brackets }, at) => {
    for (const zone of zones) {
      if (seen.has(zone)) findings.push({ path: `${index}.rates.${at}.zones`, reason: `"${zone}" has a rate already` });
      seen.add(zone);
      if (zone === 'FR')
        findings.push({
          path: `${index}.rates.${at}.zones`,
          reason: '"FR" is three zones: FR-MAINLAND, FR-CORSICA and FR-OVERSEAS',
        });
      else if (zone.length === 2 && zone !== worldZone && !countries.isValid(zone))
        findings.push({ path: `${index}.rates.${at}.zones`, reason: `"${zone}" is no country` });
    }
    brackets.forEach(({ upTo }, position) => {
      const before = position > 0 ? brackets[position - 1]?.upTo : 0;
      if (before === null || (upTo !== null && before !== undefined && upTo <= before))
        findings.push({
          path: `${index}.rates.${at}.brackets.${position}.upTo`,
          reason: 'must be more than in the bracket before; only the last may be null',
        });
    });
  });
  return findings;
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
  codes.forEach(({ type, amount, from, to }, index) => {
    if (type === 'PERCENTAGE' && amount > 100)
      findings.push({ path: `${index}.amount`, reason: 'is more than 100 percent' });
    if (from !== null && to !== null && Date.parse(to) <= Date.parse(from))
      findings.push({ path: `${index}.to`, reason: 'must be after "from"' });
  });
  return findings;
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
  { address, schedules, closures }: Files['pickup.json'][number],
  index: number,
  addresses: Files['addresses.json'],
): Finding[] {
  const findings: Finding[] = [];
  const found = addresses.find(({ id }) => id === address);
  if (!found) findings.push({ path: `${index}.address`, reason: `addresses.json has no address ${address}` });
  else if (!found.type.includes('click-and-collect'))
    findings.push({
      path: `${index}.address`,
      reason: `the address ${address} is not of type "click-and-collect": nobody could choose it`,
    });
  schedules.forEach(({ from, to }, at) => {
    if (to <= from) findings.push({ path: `${index}.schedules.${at}.to`, reason: 'must be after "from"' });
  });
  closures.forEach(({ from, to }, at) => {
    if (to < from) findings.push({ path: `${index}.closures.${at}.to`, reason: 'must not be before "from"' });
  });
  return findings;
}

const relayFindings = ({ country }: Files['relay-points.json'][number], index: number): Finding[] =>
  countries.isValid(country.toUpperCase()) ? [] : [{ path: `${index}.country`, reason: `"${country}" is no country` }];
