import { describe, expect, test } from 'vitest';
import { CarrierInput } from '#shared/shipping/carrier-input.ts';
import { findTrackingUrlTemplateIssue, toTrackingUrl } from '#shared/shipping/tracking-url.ts';

const carrier = {
  id: 1,
  position: 0,
  name: 'Home',
  serviceCode: 'HOME',
  deliveryType: 'DELIVERY',
  rates: [{ zones: ['BE'], brackets: [{ upTo: null, price: 9 }] }],
};
const issuesOf = (fields: object) =>
  CarrierInput.safeParse({ ...carrier, ...fields }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('findTrackingUrlTemplateIssue', () => {
  test.each([
    'https://carrier.example/{{TRACKING_NUMBER}}',
    'https://carrier.example:8443/?n={{TRACKING_NUMBER}}&l=fr',
  ])('accepts %s', (template) => expect(findTrackingUrlTemplateIssue(template)).toBeNull());

  test.each([
    'http://carrier.example/{{TRACKING_NUMBER}}',
    'javascript:alert({{TRACKING_NUMBER}})',
    'https://{{TRACKING_NUMBER}}.carrier.example/',
    'https://user:secret@carrier.example/{{TRACKING_NUMBER}}',
    'https://carrier.example/parcels',
    'https://carrier.example/{{TRACKING_NUMBER}}/{{TRACKING_NUMBER}}',
    'carrier.example/{{TRACKING_NUMBER}}',
  ])('rejects %s', (template) => expect(findTrackingUrlTemplateIssue(template)).not.toBeNull());
});

test('toTrackingUrl encodes the number', () => {
  expect(toTrackingUrl('https://carrier.example/?n={{TRACKING_NUMBER}}', '6A 1/2$&')).toBe(
    'https://carrier.example/?n=6A%201%2F2%24%26',
  );
});

test('a carrier needs neither delivery time nor tracking URL, and invalid ones are refused', () => {
  expect(issuesOf({})).toEqual([]);
  expect(issuesOf({ deliveryTime: { minDays: 2, maxDays: 3 } })).toEqual([]);
  expect(issuesOf({ deliveryTime: { minDays: 4, maxDays: 3 } })).toEqual(['deliveryTime.maxDays']);
  expect(issuesOf({ trackingUrl: 'http://carrier.example/{{TRACKING_NUMBER}}' })).toEqual(['trackingUrl']);
});
