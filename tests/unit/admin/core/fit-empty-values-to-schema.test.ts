import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fitEmptyValuesToSchema } from '#client/admin/core/fit-empty-values-to-schema.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { Localized } from '#shared/localized.ts';

const Price = z.strictObject({ upTo: z.int().nullable(), price: z.number() });
const Field = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), maxLength: z.optional(z.int()) }),
  z.strictObject({ type: z.literal('date'), min: z.iso.date().nullable().default(null) }),
]);
const Item = z.strictObject({
  name: z.string(),
  label: Localized.default(''),
  year: z.int().nullable().default(null),
  step: z.int().min(1).optional(),
  day: z.iso.date().nullable().default(null),
  tags: z.array(z.string()),
  prices: z.array(Price).default([]),
  fields: z.array(Field).default([]),
  discount: z.strictObject({ amount: z.number() }).nullable().default(null),
  hours: z.partialRecord(z.enum(['monday', 'sunday']), z.array(z.strictObject({ from: z.string() }))).default({}),
  videos: z
    .array(
      z.union([
        z.strictObject({ file: z.int(), title: z.string() }),
        z.strictObject({ url: z.string(), title: z.string() }),
      ]),
    )
    .default([]),
  secret: z.record(z.string(), z.unknown()).nullable().optional(),
});

describe('fitEmptyValuesToSchema', () => {
  test.each([
    ['an empty text where a text is required', { name: null }, { name: '' }],
    [
      'null where the value may be null',
      { year: null, discount: null, day: '' },
      { year: null, discount: null, day: null },
    ],
    ['no value where it is optional', { step: null, label: null }, {}],
    ['an empty list where a list is required', { tags: '' }, { tags: [] }],
    [
      'no day where a day has no hours',
      { hours: { monday: [], sunday: [{ from: '10:00' }] } },
      { hours: { sunday: [{ from: '10:00' }] } },
    ],
    [
      'the same in one of several sets of fields',
      { videos: [{ url: 'https://a.example', title: null }] },
      { videos: [{ url: 'https://a.example', title: '' }] },
    ],
    ['no value where null would delete a secret', { secret: null }, {}],
    [
      'the same in lists of objects',
      { prices: [{ upTo: null, price: 2 }, null] },
      { prices: [{ upTo: null, price: 2 }] },
    ],
    [
      'the same in objects of several kinds',
      {
        fields: [
          { type: 'text', maxLength: null },
          { type: 'date', min: '' },
        ],
      },
      { fields: [{ type: 'text' }, { type: 'date', min: null }] },
    ],
  ])('converts an empty input to %s', (_title, values, expected) => {
    expect(fitEmptyValuesToSchema(Item, values)).toEqual(expected);
  });

  test('keeps all other values as they are', () => {
    const values = { name: 'A', label: { en: '' }, year: 0, step: 1, tags: ['x'], unknown: null };
    expect(fitEmptyValuesToSchema(Item, values)).toEqual(values);
  });
});

test.each(adminResourceSpecs.map(({ name, input }) => [name, input] as const))(
  'a value that the resource %s cannot have is left to the API',
  (_name, input) => {
    expect(fitEmptyValuesToSchema(input, { somethingElse: 1 })).toEqual({ somethingElse: 1 });
  },
);
