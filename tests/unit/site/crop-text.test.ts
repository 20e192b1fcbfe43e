import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropText } from '#shared/site/crop-text.ts';

test.each([
  ['a short text stays whole', 'Les vendanges', 20, 'Les vendanges'],
  ['a long one ends after a whole word', 'Les vendanges commencent demain', 20, 'Les vendanges…'],
  ['punctuation before the cut goes', 'Les vendanges, demain matin', 16, 'Les vendanges…'],
  ['one long word is cut in its middle', 'Anticonstitutionnellement', 10, 'Anticonst…'],
  ['space around does not count', '  court  ', 5, 'court'],
])('%s', (_, text, length, cropped) => expect(cropText(text, length)).toBe(cropped));

test('without a length, 120 characters are kept at most', () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => cropText(text).length <= 120));
});

test('what was cropped begins as the text does', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 60 }), fc.integer({ min: 8, max: 90 }), (text, length) =>
      text.trim().startsWith(cropText(text, length).replace(/…$/, '')),
    ),
  );
});
