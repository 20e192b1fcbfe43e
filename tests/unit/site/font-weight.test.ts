import { expect, test } from 'vitest';
import { inferFontStyle, inferFontWeight, inferFontWeightDescriptor } from '#shared/site/font-weight.ts';

test.each([
  ['Lato-Thin.woff2', 100],
  ['Lato-Hairline.woff2', 100],
  ['Mulish-ExtraLight.woff2', 200],
  ['Mulish-UltraLight.woff2', 200],
  ['Mulish-Light.woff2', 300],
  ['Mulish-Regular.woff2', 400],
  ['Parisienne.woff2', 400],
  ['CormorantGaramond-Medium.woff2', 500],
  ['fonts/SourceSans3-SemiBold.woff2', 600],
  ['SourceSans3-demi-bold.woff2', 600],
  ['Mulish-Bold.woff2', 700],
  ['Mulish-BoldItalic.woff2', 700],
  ['Mulish-ExtraBold.woff2', 800],
  ['Mulish-Black.woff2', 900],
  ['Mulish-Heavy.woff2', 900],
  ['blacksmith-Regular.woff2', 400],
  ['lightning-Bold.woff2', 700],
  ['mulish-600.woff2', 600],
  ['mulish-latin-800-italic.woff2', 800],
  ['Univers-1000.woff2', 400],
])('inferFontWeight(%s) returns %i', (name, weight) => expect(inferFontWeight(name)).toBe(weight));

test.each([
  ['Mulish-Italic.woff2', 'italic'],
  ['Mulish-SemiBoldItalic.woff2', 'italic'],
  ['Mulish-Oblique.woff2', 'italic'],
  ['Mulish-Bold.woff2', 'normal'],
])('inferFontStyle(%s) returns %s', (name, style) => expect(inferFontStyle(name)).toBe(style));

test.each([
  ['Mulish-Bold.woff2', '700'],
  ['Mulish-VariableFont_wght.woff2', '100 900'],
  ['Mulish-Italic-VariableFont_opsz-wght.woff2', '100 900'],
  ['Mulish-wght.woff2', '100 900'],
  ['Knightwght.woff2', '400'],
])('inferFontWeightDescriptor(%s) returns %s', (name, weights) =>
  expect(inferFontWeightDescriptor(name)).toBe(weights),
);
