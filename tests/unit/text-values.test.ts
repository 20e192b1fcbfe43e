import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxId } from '#shared/limits.ts';
import {
  dateText,
  decimalFromTextSchema,
  idFromTextSchema,
  optionalText,
  wholeNumberText,
} from '#shared/text-values.ts';

const notNumbers = [
  '',
  ' 1',
  '1 ',
  '+1',
  '01',
  '-0',
  '0x1',
  '1e0',
  '1.0',
  '1,5',
  '٣',
  'NaN',
  'Infinity',
  '1_000',
  'null',
];

describe('idFromTextSchema', () => {
  test.each([...notNumbers, '0', '-1', '2147483648', '4294967296', '9'.repeat(400)])('rejects "%s"', (text) =>
    expect(idFromTextSchema.safeParse(text).success).toBe(false),
  );

  test('accepts exactly the decimal notation of each id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxId }), (id) => {
        expect(idFromTextSchema.parse(String(id))).toBe(id);
        for (const other of [`0${id}`, `${id}.0`, `${id}e0`, `0x${id.toString(16)}`, `+${id}`])
          expect(idFromTextSchema.safeParse(other).success).toBe(false);
      }),
    );
  });

  test('accepts a text only if it is the notation of the number', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[0-9a-fxA-FX.eE_]{1,12}$/));
    fc.assert(
      fc.property(text, (value) => {
        const parsed = idFromTextSchema.safeParse(value);
        return !parsed.success || String(parsed.data) === value;
      }),
    );
  });
});

test.each([
  ['0', 0],
  ['-5', -5],
  ['12.5', 12.5],
])('decimalFromTextSchema parses %s', (text, value) => expect(decimalFromTextSchema.parse(text)).toBe(value));

test.each(['', '1.', '.5', '1e3', '0x10', '01', 'Infinity', '9'.repeat(12), '1.0000001'])(
  'decimalFromTextSchema rejects "%s"',
  (text) => expect(decimalFromTextSchema.safeParse(text).success).toBe(false),
);

test('wholeNumberText applies its bounds', () => {
  const month = wholeNumberText(1, 12);
  expect(['0', '1', '12', '13'].map((text) => month.safeParse(text).success)).toEqual([false, true, true, false]);
});

test.each(['2026-01-31', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.123+02:00'])('dateText parses %s', (text) =>
  expect(dateText.parse(text)).toEqual(new Date(text)),
);

test.each(['', '1', '2026', '31/01/2026', '2026-13-01', '0000-01-01', '+012026-01-01', 'today'])(
  'dateText rejects "%s"',
  (text) => expect(dateText.safeParse(text).success).toBe(false),
);

test('optionalText treats an empty value as absent', () =>
  expect([optionalText(idFromTextSchema).parse(''), optionalText(idFromTextSchema).parse('7')]).toEqual([
    undefined,
    7,
  ]));
