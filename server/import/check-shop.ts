import { hasPickupPointService } from '#server/api/api-pickup-point-services.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { findDiscountCodeIssues } from '#shared/discounts/discount-code-input.ts';
import { findCarrierIssues } from '#shared/shipping/carrier-input.ts';
import { collectionAddressType, findCollectionTimeIssues } from '#shared/shipping/collection-schedule-input.ts';
import { addFileName, type ContentFileIssue, findDuplicateValues, toContentFileIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/**
 * Checks the files of the shop (carriers, discount codes, pickup points and others) and their references to
 * addresses.json.
 */
export const checkShopFiles = ({ files }: ParsedSiteContent): ContentIssue[] => [
  ...addFileName('content/carriers.json', [
    ...files['carriers.json'].flatMap(carrierFindings),
    ...pickupCarrierFindings(files),
  ]),
  ...addFileName('content/discount-codes.json', codeFindings(files['discount-codes.json'])),
  ...addFileName('content/pickup.json', collectionFindings(files)),
  ...addFileName('content/relay-points.json', files['relay-points.json'].flatMap(pointFindings)),
];

type Files = ParsedSiteContent['files'];

function carrierFindings(carrier: Files['carriers.json'][number], index: number): ContentFileIssue[] {
  const unknownCountries = carrier.rates.flatMap(({ zones }, rate) =>
    zones.flatMap((zone): ContentFileIssue[] =>
      zone === 'FR' || !/^[A-Z]{2}$/.test(zone) || isCountryCode(zone)
        ? []
        : [{ path: `${index}.rates.${rate}.zones`, reason: `"${zone}" is no country` }],
    ),
  );
  return [...toContentFileIssues(findCarrierIssues(carrier), index), ...unknownCountries];
}

/**
 * Reports carriers of the type PICKUP for which neither the estate's list nor the service of the service code has
 * pickup points.
 */
const pickupCarrierFindings = (files: Files): ContentFileIssue[] =>
  files['carriers.json'].flatMap(({ deliveryType, serviceCode }, index) =>
    deliveryType === 'PICKUP' && files['relay-points.json'].length === 0 && !hasPickupPointService(serviceCode)
      ? [{ path: `${index}.deliveryType`, reason: 'is PICKUP, and relay-points.json has no relay point' }]
      : [],
  );

function codeFindings(codes: Files['discount-codes.json']): ContentFileIssue[] {
  const findings = findDuplicateValues(
    codes.map(({ code }) => normaliseDiscountCode(code)),
    'code',
    'the code',
  );
  return [...findings, ...codes.flatMap((code, index) => toContentFileIssues(findDiscountCodeIssues(code), index))];
}

function collectionFindings(files: Files): ContentFileIssue[] {
  const places = files['pickup.json'];
  return [
    ...duplicateSchedules(places),
    ...places.flatMap((place, index) => placeFindings(place, index, files['addresses.json'])),
  ];
}

function duplicateSchedules(places: Files['pickup.json']): ContentFileIssue[] {
  const first = new Map<number, string>();
  return places.flatMap(({ schedules }, index) =>
    schedules.flatMap(({ id }, position): ContentFileIssue[] => {
      const path = `${index}.schedules.${position}`;
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
): ContentFileIssue[] {
  const findings: ContentFileIssue[] = [];
  const found = addresses.find(({ id }) => id === place.address);
  if (!found) findings.push({ path: `${index}.address`, reason: `addresses.json has no address ${place.address}` });
  else if (!found.type.includes(collectionAddressType))
    findings.push({
      path: `${index}.address`,
      reason: `the address ${place.address} is not of type "${collectionAddressType}", so customers could not choose it`,
    });
  return [...findings, ...toContentFileIssues(findCollectionTimeIssues(place), index)];
}

const pointFindings = ({ country }: Files['relay-points.json'][number], index: number): ContentFileIssue[] =>
  isCountryCode(country) ? [] : [{ path: `${index}.country`, reason: `"${country}" is no country` }];
