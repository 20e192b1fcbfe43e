import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeBrightness0To255,
  computeContrastRatio,
  darkenColourByOffset,
  ensureContrast,
  isDarkColour,
  lightenColourByOffset,
  mixColours,
  selectTextColour,
} from '#shared/site/colours.ts';

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);

test.each([
  ['moves each channel by the offset', '#102030', 16, '#203040'],
  ['limits channels to 255', '#f0f8ff', 32, '#ffffff'],
  ['limits channels to 0', '#081020', -16, '#000010'],
  ['keeps an alpha suffix', '#10203080', 16, '#20304080'],
  ['accepts the short notation', '#123', 0, '#112233'],
])('lightenColourByOffset %s', (_, from, offset, to) => expect(lightenColourByOffset(from, offset)).toBe(to));

test('darkenColourByOffset lightens by the negative offset', () => {
  fc.assert(
    fc.property(
      colour,
      fc.nat(255),
      (first, offset) => darkenColourByOffset(first, offset) === lightenColourByOffset(first, -offset),
    ),
  );
});

test('lightenColourByOffset rejects an invalid colour with its name', () => {
  expect(() => lightenColourByOffset('greenish', 10)).toThrow('"greenish"');
});

test.each([
  ['black', '#000000', true],
  ['white', '#ffffff', false],
  ['grey of luminance 128', '#808080', true],
  ['grey of luminance 129', '#818181', false],
  ['vine green', '#3f5a2a', true],
  ['ripe yellow', '#e0a526', false],
])('isDarkColour returns for %s (%s): %s', (_, first, dark) => expect(isDarkColour(first)).toBe(dark));

test('luminance increases with lightness', () => {
  fc.assert(
    fc.property(
      colour,
      fc.integer({ min: 1, max: 60 }),
      (first, by) => computeBrightness0To255(lightenColourByOffset(first, by)) >= computeBrightness0To255(first),
    ),
  );
});

test('selectTextColour returns a readable colour for any background', () => {
  fc.assert(fc.property(colour, (background) => computeContrastRatio(background, selectTextColour(background)) >= 4.5));
});

test('ensureContrast changes a colour only if it is unreadable, until it is readable', () => {
  fc.assert(
    fc.property(colour, colour, (background, first) => {
      const shown = ensureContrast(background, first);
      return computeContrastRatio(background, first) >= 4.5
        ? shown === first
        : computeContrastRatio(background, shown) >= 4.5;
    }),
  );
});

test('mixColours returns the first colour for 0 and the second for 1', () => {
  fc.assert(
    fc.property(
      colour,
      colour,
      (first, other) => mixColours(first, other, 0) === first && mixColours(first, other, 1) === other,
    ),
  );
});
