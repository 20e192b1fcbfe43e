import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, darken, inkOn, isDark, lighten, luminance, mix, readableOn } from '#shared/site/colours.ts';

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);

test.each([
  ['each channel moves by the offset', '#102030', 16, '#203040'],
  ['no channel leaves its range above', '#f0f8ff', 32, '#ffffff'],
  ['no channel leaves its range below', '#081020', -16, '#000010'],
  ['an alpha suffix stays as it is', '#10203080', 16, '#20304080'],
  ['a short form is understood', '#123', 0, '#112233'],
])('lighten: %s', (_, from, offset, to) => expect(lighten(from, offset)).toBe(to));

test('darken is lighten the other way', () => {
  fc.assert(fc.property(colour, fc.nat(255), (one, offset) => darken(one, offset) === lighten(one, -offset)));
});

test('something that is no colour is refused with its name', () => {
  expect(() => lighten('green', 10)).toThrow('"green"');
});

test.each([
  ['black', '#000000', true],
  ['white', '#ffffff', false],
  ['grey of luminance 128', '#808080', true],
  ['grey of luminance 129', '#818181', false],
  ['vine green', '#3f5a2a', true],
  ['ripe yellow', '#e0a526', false],
])('%s is dark: %s → %s', (_, one, dark) => expect(isDark(one)).toBe(dark));

test('luminance grows with each channel', () => {
  fc.assert(
    fc.property(colour, fc.integer({ min: 1, max: 60 }), (one, by) => luminance(lighten(one, by)) >= luminance(one)),
  );
});

test('an ink can be read on any ground', () => {
  fc.assert(fc.property(colour, (ground) => contrast(ground, inkOn(ground)) >= 4.5));
});

test('a colour is moved until it can be read, and no further when it can be already', () => {
  fc.assert(
    fc.property(colour, colour, (ground, one) => {
      const shown = readableOn(ground, one);
      return contrast(ground, one) >= 4.5 ? shown === one : contrast(ground, shown) >= 4.5;
    }),
  );
});

test('mixing nothing in changes nothing, mixing all in leaves the other', () => {
  fc.assert(fc.property(colour, colour, (one, other) => mix(one, other, 0) === one && mix(one, other, 1) === other));
});
