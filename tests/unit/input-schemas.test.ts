import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ProductInput } from '#shared/catalogue/product-input.ts';
import { ContentInput } from '#shared/content/content-input.ts';
import { DiscountCodeInput } from '#shared/discounts/discount-code-input.ts';
import { ElementInput } from '#shared/elements/element-input.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { ServiceInput } from '#shared/services/service-input.ts';
import { CarrierInput } from '#shared/shipping/carrier-input.ts';
import { CollectionScheduleInput } from '#shared/shipping/collection-schedule-input.ts';
import { ParameterInput } from '#shared/site/parameter-input.ts';
import { PopupInput } from '#shared/site/popup-input.ts';
import { SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import { createVariantInput } from '#tests/support/fixtures/product-input.ts';

type Draft = Record<string, unknown>;

const product = {
  id: 1,
  slug: 'a',
  type: 'WINE',
  kind: 'red',
  name: 'A',
  appellation: '',
  summary: '',
  isVintage: true,
  vatRate: 20,
  isAlcohol: true,
  description: { markdown: '' },
  variants: [createVariantInput()],
};
const rate = (zones: string[], ...upTo: (number | null)[]) => ({
  zones,
  brackets: upTo.map((bottles) => ({ upTo: bottles, price: 5 })),
});
const carrier = { id: 1, position: 0, name: 'A', serviceCode: 'A', deliveryType: 'DELIVERY' };
const code = { id: 1, code: 'ABC', type: 'EURO', amount: 5 };
const schedule = { id: 1, weekdays: ['monday'], from: '09:00', to: '12:00' };
const news = { id: 1, slug: 'a', title: '', summary: '', publishedAt: '2026-01-01T00:00:00Z', body: { html: '' } };
const reduction = { id: 1, type: 'PERCENTAGE', amount: 101 };

/** Returns the paths of the fields that a schema rejects; none for a valid input. */
const pathsOf = (schema: z.ZodType, input: unknown): string[] => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

const voucher = { kind: 'voucher', isVintage: false, isAlcohol: false, hasShippingFees: false };
const withProduct = (changes: Draft) => [ProductInput, { ...product, ...changes }] as const;
const withRates = (...rates: Draft[]) => [CarrierInput, { ...carrier, rates }] as const;
const withCode = (changes: Draft) => [DiscountCodeInput, { ...code, ...changes }] as const;
const parameter = (type: string, value: unknown) => [ParameterInput, { type, value }] as const;

const siteInfo = { fonts: [], isWinemaker: true, isECommerce: true };
const font = { type: 'TITLE', family: 'Mulish', colour: '', size: '2em', weight: 400, style: 'normal' };
const theme = {
  primary: '#3f5a2a',
  accent: '#b8810a',
  backgrounds: { paper: '#ffffff', raised: '#ffffff', footer: '#eeeeee' },
  ink: '#222222',
  menu: { background: '#ffffff', ink: '#222222', current: '#3f5a2a' },
  fonts: [],
};
const address = {
  id: 1,
  position: 0,
  name: 'A',
  types: ['shop'],
  address: '1 rue',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const nutrition = {
  energyKj: 300,
  energyKcal: 72,
  fat: 0,
  saturatedFat: 0,
  carbohydrate: 0.3,
  sugars: null,
  protein: 0,
  salt: 0,
};
const withSiteInfo = (changes: Draft) => [SiteInfoInput, { ...siteInfo, ...changes }] as const;
const withTheme = (changes: Draft) => [ThemeInput, { ...theme, ...changes }] as const;
const withAddress = (changes: Draft) => [EstateAddressInput, { ...address, ...changes }] as const;

const slot = { id: 1, startsAt: '2027-01-02T10:00:00Z', endsAt: '2027-01-02T10:00:00Z', capacity: null };
const element = { ...news, route: 'events', slots: [slot] };
const popup = { id: 1, title: 'A', body: { html: '' }, startsOn: '2027-01-02', endsOn: '2027-01-01' };
const service = { id: 1, position: 0, slug: 'a', title: '', summary: '', body: { html: '' } };

describe('an end before its start', () => {
  it.each([
    ['a code', ...withCode({ from: '2027-01-02T00:00:00Z', to: '2027-01-01T00:00:00Z' }), 'to'],
    ['a date of an element', ElementInput, element, 'slots.0.endsAt'],
    ['a popup', PopupInput, popup, 'endsOn'],
    [
      'the hours of a service',
      ServiceInput,
      { ...service, schedules: [{ ...schedule, to: '08:00' }] },
      'schedules.0.to',
    ],
    [
      'a closure of a service',
      ServiceInput,
      { ...service, closures: [{ from: '2027-01-02', to: '2027-01-01' }] },
      'closures.0.to',
    ],
    [
      'a closure of a collection place',
      CollectionScheduleInput,
      { address: 1, schedules: [schedule], closures: [{ from: '2027-01-02', to: '2027-01-01' }] },
      'closures.0.to',
    ],
  ] as [string, z.ZodType, unknown, string][])('has a separate message at its field: %s', (_, schema, input, path) => {
    const [issue, ...others] = schema.safeParse(input).error?.issues ?? [];
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)) });
    expect(issue).toMatchObject({ params: { code: 'end_before_start' } });
  });
});

describe('an input schema', () => {
  it.each([
    ['a product', ...withProduct({})],
    ['a product without a stock quantity', ...withProduct({ variants: [createVariantInput({ quantity: undefined })] })],
    ['a voucher', ...withProduct(voucher)],
    ['a carrier', ...withRates(rate(['FR-MAINLAND', 'BE'], 6, 12, null), rate(['WORLD'], null))],
    ['a discount code', ...withCode({ from: '2027-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' })],
    ['a collection schedule', CollectionScheduleInput, { address: 1, schedules: [schedule] }],
    ['a news item', ContentInput, news],
    ['a formatted parameter', ...parameter('USE_TERMS', { markdown: { fr_FR: 'a', en: 'b' } })],
    ['an HTML parameter', ...parameter('USE_TERMS', '<p>a</p>')],
    ['an empty link', ...parameter('FACEBOOK_URL', '')],
    ['site info', ...withSiteInfo({ url: 'willow-hill.example', prodUrl: 'https://willow-hill.example/shop?a=1' })],
    ['a font size in pixels', ...withSiteInfo({ fonts: [{ ...font, size: '32px' }] })],
    ['a theme with colours of every notation', ...withTheme({ primary: 'white', accent: '#1234', ink: 'rgb(1 2 3)' })],
    ['a theme without a colour', ...withTheme({ menu: { ...theme.menu, ink: '' } })],
    ['an address with two telephone numbers', ...withAddress({ phone: '05 45 00 00 01 / 06 00 00 00 02' })],
    ['nutritional values', ...withProduct({ nutrition })],
  ] as [string, z.ZodType, unknown][])('accepts %s', (_, schema, input) => {
    expect(pathsOf(schema, input)).toEqual([]);
  });

  it.each([
    ['an unknown field', ...withProduct({ colour: 'red' }), ''],
    ['a slug in capitals', ...withProduct({ slug: 'A' }), 'slug'],
    ['a fraction of a cent', ...withProduct({ variants: [createVariantInput({ price: 9.999 })] }), 'variants.0.price'],
    ['a vintage without a year', ...withProduct({ variants: [createVariantInput({ year: null })] }), 'variants'],
    ['a voucher with shipping fees', ...withProduct({ ...voucher, hasShippingFees: true }), 'hasShippingFees'],
    ['a voucher that is alcohol', ...withProduct({ ...voucher, isAlcohol: true }), 'isAlcohol'],
    ['a box of another kind', ...withProduct({ type: 'BOX' }), 'kind'],
    ['a bottle with contents', ...withProduct({ boxContents: [{ variantId: 1, quantity: 1 }] }), 'boxContents'],
    ['a repeated tag', ...withProduct({ tags: ['a', 'a'] }), 'tags'],
    ['a repeated variant id', ...withProduct({ variants: [createVariantInput(), createVariantInput()] }), 'variants'],
    ['more than 100 percent', ...withProduct({ discount: reduction }), 'discount.amount'],
    [
      'more than 100 percent off a variant',
      ...withProduct({ variants: [createVariantInput({ discount: reduction })] }),
      'variants.0.discount.amount',
    ],
    [
      'a javascript: address of a video',
      ...withProduct({ videos: [{ url: 'javascript:x()', title: '' }] }),
      'videos.0.url',
    ],
    ['a zone for all of France', ...withRates(rate(['FR'], null)), 'rates.0.zones'],
    ['a zone with two rates', ...withRates(rate(['BE'], null), rate(['BE'], null)), 'rates.1.zones'],
    ['brackets that do not rise', ...withRates(rate(['BE'], 6, 6)), 'rates.0.brackets.1.upTo'],
    ['a bracket after the last', ...withRates(rate(['BE'], null, 6)), 'rates.0.brackets.1.upTo'],
    ['a code of more than 100 percent', ...withCode({ type: 'PERCENTAGE', amount: 120 }), 'amount'],
    [
      'a code that ends before it begins',
      ...withCode({ from: '2027-01-02T00:00:00Z', to: '2027-01-01T00:00:00Z' }),
      'to',
    ],
    [
      'a schedule that ends as it begins',
      CollectionScheduleInput,
      { address: 1, schedules: [{ ...schedule, to: '09:00' }] },
      'schedules.0.to',
    ],
    [
      'a repeated schedule id',
      CollectionScheduleInput,
      { address: 1, schedules: [schedule, schedule] },
      'schedules.1.id',
    ],
    ['a news item without a body', ContentInput, { ...news, body: {} }, 'body'],
    ['a publication in the year 0', ContentInput, { ...news, publishedAt: '0000-01-01T00:00:00Z' }, 'publishedAt'],
    ['a code from the year 0', ...withCode({ from: '0000-01-01T00:00:00Z' }), 'from'],
    ['negative nutritional values', ...withProduct({ nutrition: { ...nutrition, fat: -1 } }), 'nutrition.fat'],
    ['nutritional values beyond reason', ...withProduct({ nutrition: { ...nutrition, salt: 1e9 } }), 'nutrition.salt'],
    ['a script as an address of the site', ...withSiteInfo({ prodUrl: 'javascript:alert(1)' }), 'prodUrl'],
    ['markup as an address of the site', ...withSiteInfo({ url: 'https://a.example/"><script>' }), 'url'],
    ['an unknown template of technical sheets', ...withSiteInfo({ technicalFileModel: 'FANCY' }), 'technicalFileModel'],
    ['a font size beyond the layout', ...withSiteInfo({ fonts: [{ ...font, size: '40em' }] }), 'fonts.0.size'],
    ['a font size in an unknown unit', ...withSiteInfo({ fonts: [{ ...font, size: '2vw' }] }), 'fonts.0.size'],
    ['a font colour that is none', ...withSiteInfo({ fonts: [{ ...font, colour: 'reddish' }] }), 'fonts.0.colour'],
    ['a theme colour that is none', ...withTheme({ primary: 'reddish' }), 'primary'],
    ['a menu colour that is none', ...withTheme({ menu: { ...theme.menu, ink: 'url(x)' } }), 'menu.ink'],
    ['two email addresses of an estate', ...withAddress({ email: 'a@b.example, c@d.example' }), 'email'],
    ['no telephone number', ...withAddress({ phone: '<b>call</b>' }), 'phone'],
    ['an unknown parameter', ...parameter('FREE_BEER', true), 'type'],
    ['a number as text', ...parameter('LOGO_SIZE', 'big'), 'value'],
    ['a switch as a number', ...parameter('NEWSLETTER', 1), 'value'],
    ['a javascript: link', ...parameter('FACEBOOK_URL', 'javascript:x()'), 'value'],
    ['localised scripts', ...parameter('SCRIPTS_TO_LOAD', { fr_FR: 'a()' }), 'value'],
    ['Markdown in a single-line parameter', ...parameter('COMPANY_NAME', { markdown: 'a' }), 'value'],
  ] as [string, z.ZodType, unknown, string][])('rejects %s with its path', (_, schema, input, path) => {
    expect(pathsOf(schema, input)).toContain(path);
  });
});
