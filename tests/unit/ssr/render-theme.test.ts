import { expect, it } from 'vitest';
import { renderTheme } from '#client/ssr/render-theme.ts';
import type { Parameters } from '#shared/site/parameter-definitions.ts';
import { createSampleRead, sampleSiteInfo } from '#tests/support/fixtures/sample-site.ts';

const { theme } = await createSampleRead()('GET /theme');

/** Returns the value of a custom property of the rendered theme. */
const readProperty = (name: string, parameters: Parameters) =>
  new RegExp(`[;{]--${name}:([^;}]*)`).exec(renderTheme(theme, sampleSiteInfo, parameters).style)?.[1];

it.each([
  [undefined, '64px'],
  [-1, '32px'],
  [0, '32px'],
  [31, '32px'],
  [32, '32px'],
  [33, '33px'],
  [100, '100px'],
  [159, '159px'],
  [160, '160px'],
  [161, '160px'],
  [100_000, '160px'],
])('LOGO_SIZE %j makes a logo of %s', (size, expected) => {
  const parameters = size === undefined ? {} : { LOGO_SIZE: size };
  expect(readProperty('logo-height', parameters)).toBe(expected);
  expect(readProperty('logo-height-mobile', parameters)).toBe('44px');
});

it.each([
  [undefined, '44px'],
  [-1, '24px'],
  [0, '24px'],
  [23, '24px'],
  [24, '24px'],
  [25, '25px'],
  [50, '50px'],
  [71, '71px'],
  [72, '72px'],
  [73, '72px'],
  [100_000, '72px'],
])('LOGO_SIZE_MOBILE %j makes a logo of %s on phones', (size, expected) => {
  const parameters = size === undefined ? {} : { LOGO_SIZE_MOBILE: size };
  expect(readProperty('logo-height-mobile', parameters)).toBe(expected);
  expect(readProperty('logo-height', parameters)).toBe('64px');
});
