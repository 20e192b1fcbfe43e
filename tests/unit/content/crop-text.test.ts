import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cropText } from '#shared/content/crop-text.ts';

describe('cropText', () => {
  test.each([
    ['keeps a short text', 'Les vendanges', 20, 'Les vendanges'],
    ['cuts a long text after a whole word', 'Les vendanges commencent demain', 20, 'Les vendanges…'],
    ['removes punctuation before the cut', 'Les vendanges, demain matin', 16, 'Les vendanges…'],
    ['cuts a single long word in the middle', 'Anticonstitutionnellement', 10, 'Anticonst…'],
    ['trims white space', '  court  ', 5, 'court'],
  ])('%s', (_, text, length, cropped) => expect(cropText(text, length)).toBe(cropped));

  test('keeps at most 120 characters by default', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => cropText(text).length <= 120));
  });

  test('returns a prefix of the text', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), fc.integer({ min: 8, max: 90 }), (text, length) =>
        text.trim().startsWith(cropText(text, length).replace(/…$/, '')),
      ),
    );
  });
});
