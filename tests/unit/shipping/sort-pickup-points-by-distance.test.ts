import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeDistanceKm, sortPickupPointsByDistance } from '#shared/shipping/sort-pickup-points-by-distance.ts';

const at = (name: string, zipCode: string, city: string, latitude?: number, longitude?: number) => ({
  name,
  zipCode,
  city,
  position: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
});

const cognac = at('Cognac', '16100', 'Cognac', 45.696, -0.329);
const jarnac = at('Jarnac', '16200', 'Jarnac', 45.681, -0.176);
const saintes = at('Saintes', '17100', 'Saintes', 45.746, -0.633);
const angouleme = at('Angoulême', '16000', 'Angoulême', 45.648, 0.156);
const paris = at('Paris', '75001', 'Paris', 48.864, 2.331);
const all = [paris, angouleme, saintes, jarnac, cognac];

const names = (postalCode: string, city = '', points = all) =>
  sortPickupPointsByDistance(points, { postalCode, city }).map(({ name }) => name);

describe('sortPickupPointsByDistance', () => {
  test('sorts by distance from a pickup point in the town', () => {
    expect(names('16100', 'Cognac')).toEqual(['Cognac', 'Jarnac', 'Saintes', 'Angoulême', 'Paris']);
    expect(names('16100', 'COGNAC')).toEqual(names('16100', 'Cognac'));
    const angely = at('Angély', '17400', 'Saint-Jean-d’Angély', 45.944, -0.521);
    expect(names('17470', "st jean d'angely", [...all, angely]).slice(0, 2)).toEqual(['Angély', 'Saintes']);
  });

  test('sorts by distance from a pickup point of the postcode', () => {
    expect(names('17100')).toEqual(['Saintes', 'Cognac', 'Jarnac', 'Angoulême', 'Paris']);
  });

  test('sorts by distance from the pickup points with the longest common postcode prefix', () => {
    expect(names('16300', 'Barbezieux')).toEqual(['Jarnac', 'Cognac', 'Angoulême', 'Saintes', 'Paris']);
    expect(names('17000', 'La Rochelle')).toEqual(['Saintes', 'Cognac', 'Jarnac', 'Angoulême', 'Paris']);
    const jonzac = at('Jonzac', '17500', 'Jonzac', 45.446, -0.435);
    const rochefort = at('Rochefort', '17300', 'Rochefort', 45.939, -0.961);
    expect(names('17520', 'Archiac', [rochefort, cognac, jonzac])).toEqual(['Jonzac', 'Cognac', 'Rochefort']);
  });

  test('sorts by difference of postcodes if no pickup point is in the region', () => {
    expect(names('33000', 'Bordeaux')).toEqual(['Saintes', 'Jarnac', 'Cognac', 'Angoulême', 'Paris']);
  });

  test('ignores a town of the same name in another region', () => {
    expect(names('59000', 'Cognac')[0]).toBe('Paris');
  });

  test('puts pickup points without a position last', () => {
    expect(names('16100', 'Cognac', [at('?', '16100', 'Elsewhere'), ...all]).at(-1)).toBe('?');
  });

  test('sorts by postcode if no position is known', () => {
    expect(names('16100', '', [at('far', '16190', 'A'), at('same', '16100', 'B')])).toEqual(['same', 'far']);
  });

  test('compares postcodes with letters and spaces', () => {
    expect(names('EC1A 1BB', '', [at('other', 'SW1A 2AA', 'London'), at('same', 'ec1a1bb', 'London')])).toEqual([
      'same',
      'other',
    ]);
  });

  test('returns every pickup point exactly once', () => {
    const point = fc.record({
      name: fc.uuid(),
      zipCode: fc.integer({ min: 1000, max: 98_999 }).map((code) => String(code).padStart(5, '0')),
      city: fc.constantFrom('Cognac', 'Jarnac', 'Lyon'),
      position: fc.option(
        fc.record({
          latitude: fc.double({ min: -90, max: 90, noNaN: true }),
          longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.uniqueArray(point, { selector: ({ zipCode }) => zipCode }), (points) => {
        const found = sortPickupPointsByDistance(points, { postalCode: '16100', city: 'Cognac' });
        expect(new Set(found)).toEqual(new Set(points));
      }),
    );
  });
});

test('computeDistanceKm returns about 400 km from Cognac to Paris', () => {
  expect(
    computeDistanceKm(cognac.position ?? { latitude: 0, longitude: 0 }, { latitude: 48.864, longitude: 2.331 }),
  ).toBeCloseTo(406, -1);
});
