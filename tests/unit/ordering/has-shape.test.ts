import { expect, test } from 'vitest';
import { hasShape, integer, oneOf, orNull, type Shape } from '#client/core/has-shape.ts';

const shape: Shape = {
  name: '',
  price: 0,
  kind: oneOf('red', 'white'),
  stock: integer(0, 9),
  year: orNull(0),
  tags: [''],
};
const valid = { name: 'a', price: 1.5, kind: 'red', stock: 3, year: null, tags: ['b'] };

test('accepts a value with the types of the examples, and fields beyond them', () => {
  expect(hasShape({ ...valid, other: 1 }, shape)).toBe(true);
  expect(hasShape({ ...valid, year: 2020, tags: [] }, shape)).toBe(true);
});

test.each([
  ['another type', { name: 1 }],
  ['a number that is not finite', { price: Number.NaN }],
  ['an unknown word', { kind: 'blue' }],
  ['a number out of range', { stock: 10 }],
  ['a fraction for an integer', { stock: 1.5 }],
  ['a missing field', { tags: undefined }],
  ['null where it is not allowed', { name: null }],
  ['a list with one wrong item', { tags: ['a', 1] }],
  ['a record instead of a list', { tags: { 0: 'a' } }],
])('rejects %s', (_, differs) => expect(hasShape({ ...valid, ...differs }, shape)).toBe(false));

test.each([null, undefined, 7, 'text'])('rejects %s for a record', (value) =>
  expect(hasShape(value, shape)).toBe(false),
);
