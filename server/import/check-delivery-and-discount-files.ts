import { hasPickupPointService } from '#server/api/api-pickup-point-services.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { findDiscountCodeIssues } from '#shared/discounts/discount-code-input.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { findCarrierIssues } from '#shared/shipping/carrier-input.ts';
import { findCollectionTimeIssues } from '#shared/shipping/collection-schedule-input.ts';
import { findReferenceIssuesOfCarrier } from '#shared/shipping/find-reference-issues-of-carrier.ts';
import { findReferenceIssuesOfCollectionSchedule } from '#shared/shipping/find-reference-issues-of-collection-schedule.ts';
import {
  addFileName,
  findDuplicateValueIssues,
  type IssueWithinContentFile,
  toContentFileIssues,
} from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/**
 * Checks the files of the shop (carriers, discount codes, pickup points and others) and their references to
 * addresses.json.
 */
export const checkDeliveryAndDiscountFiles = ({ files }: ParsedSiteContent): ContentIssue[] => [
  ...addFileName('content/carriers.json', carrierFindings(files)),
  ...addFileName('content/discount-codes.json', codeFindings(files['discount-codes.json'])),
  ...addFileName('content/pickup.json', collectionFindings(files)),
  ...addFileName('content/relay-points.json', files['relay-points.json'].flatMap(pointFindings)),
];

type Files = ParsedSiteContent['files'];

function carrierFindings(files: Files): IssueWithinContentFile[] {
  const known = { isCountryCode, hasPickupPointService, hasPickupPoints: files['relay-points.json'].length > 0 };
  return files['carriers.json'].flatMap((carrier, index) => [
    ...toContentFileIssues(findCarrierIssues(carrier), index),
    ...toItemFileIssues(findReferenceIssuesOfCarrier(carrier, known), index),
  ]);
}

function codeFindings(codes: Files['discount-codes.json']): IssueWithinContentFile[] {
  const findings = findDuplicateValueIssues(
    codes.map(({ code }) => normaliseDiscountCode(code)),
    'code',
    'the code',
  );
  return [...findings, ...codes.flatMap((code, index) => toContentFileIssues(findDiscountCodeIssues(code), index))];
}

function collectionFindings(files: Files): IssueWithinContentFile[] {
  const addressTypes = new Map(files['addresses.json'].map(({ id, type }) => [id, type]));
  const scheduleOwners = new Map<number, string>();
  return files['pickup.json'].flatMap((place, index) => {
    const ids = place.schedules.map(({ id }) => id);
    const issues = findReferenceIssuesOfCollectionSchedule(place, { addressTypes, scheduleOwners });
    for (const [position, id] of ids.entries())
      if (!scheduleOwners.has(id)) scheduleOwners.set(id, `at ${index}.schedules.${position}`);
    return [
      ...toItemFileIssues(issues, index),
      ...findDuplicateValueIssues(ids, 'id', 'the id', `${index}.schedules.`),
      ...toContentFileIssues(findCollectionTimeIssues(place), index),
    ];
  });
}

const pointFindings = (point: Files['relay-points.json'][number], index: number): IssueWithinContentFile[] =>
  toItemFileIssues(findUnknownCountryIssues(point, isCountryCode), index);
