import { describe, expect, it, test } from 'vitest';
import { toUnpaidOrderRules } from '#shared/orders/unpaid-orders.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import {
  getParameterDefinition,
  getParameterWords,
  type ParameterKey,
  parameterKeys,
} from '#shared/site/parameter-definitions.ts';
import { findParameterIssue, type ParameterInput, readStoredParameter } from '#shared/site/parameter-input.ts';

type Value = ParameterInput['value'];

describe('findParameterIssue', () => {
  it.each<[ParameterKey, Value, string]>([
    ['COMPANY_EMAIL', 'Willow Hill <hello@willow-hill.example>', 'one email address'],
    ['COMPANY_EMAIL', 'a@willow-hill.example, b@willow-hill.example', 'one email address'],
    ['COMPANY_EMAIL', { fr_FR: 'a@willow-hill.example', en: 'hello@willow' }, 'not "hello@willow"'],
    ['COMPANY_PHONE', 'call us', 'a telephone number'],
    ['UNPAID_ORDER_DAYS', 2_999_999, 'a whole number between 0 and 365, not 2999999'],
    ['STOCK_LIMIT_DISPLAY', 99_999_999_999, 'a whole number between 0 and 99999, not 99999999999'],
    ['STOCK_LIMIT_DISPLAY', 2.5, 'a whole number between 0 and 99999, not 2.5'],
    ['MENU_TYPE', 'STICKY', 'one of RELATIVE, FIXED, not "STICKY"'],
    ['MENU_TYPE', { fr_FR: 'FIXED', en: 'RELATIVE' }, 'the same in all languages'],
    ['LOGO_SIZE', -5, 'a whole number between 32 and 160, not -5'],
    ['MINIMUM_EXPEDITION_BOTTLE', -3, 'a whole number between 0 and 99999, not -3'],
    ['PRODUCT_ORDER', 'nonsense', 'one of price, -price, name, -year, order, not "nonsense"'],
    ['PRODUCT_ASPECT_RATIO', '16/9', 'one of 3/4, 4/5, 1/1, 2/3, not "16/9"'],
    ['PROMOTED_NEWS_STYLE', 'ROUND', 'one of FLAT, RAISED, not "ROUND"'],
    ['CLICK_AND_COLLECT_HOURS', -1, 'a whole number between 0 and 1200, not -1'],
    ['FREE_SHIPPING_PRICE', 1.234, 'with at most 2 decimals, not 1.234'],
    ['PRIMARY_COLOR', 'notacolour', 'a colour such as #5b2a3c or white, not "notacolour"'],
    ['FACEBOOK_URL', 'javascript:alert(1)', 'https://'],
    ['FACEBOOK_URL', 'https://', 'https://'],
    ['FACEBOOK_URL', 'https://facebook.example/"onclick="x', 'https://'],
    ['NEWSLETTER', 'yes', 'true or false, not "yes"'],
    ['COMPANY_NAME', 'x'.repeat(301), 'at most 300 characters'],
    ['SALE_TERMS', { html: 'x'.repeat(100_001) }, 'at most 100000 characters'],
  ])('refuses %s = %j with its value and what is allowed', (key, value, reason) => {
    const issue = findParameterIssue(key, value);
    expect(issue?.message).toContain(reason);
    expect(issue?.values).toMatchObject({ field: key });
  });

  it.each<[ParameterKey, Value]>([
    ['COMPANY_EMAIL', 'hello@willow-hill.example'],
    ['COMPANY_EMAIL', ''],
    ['COMPANY_PHONE', '05 45 00 00 01 (cave) ou 06 00 00 00 02'],
    ['FREE_SHIPPING_PRICE', 149.9],
    ['FREE_SHIPPING_PRICE', 0.07],
    ['PRIMARY_COLOR', 'white'],
    ['FACEBOOK_URL', 'https://www.facebook.com/willow?a=b'],
    ['UNPAID_ORDER_DAYS', 0],
  ])('accepts %s = %j', (key, value) => {
    expect(findParameterIssue(key, value)).toBeNull();
  });

  test.each(parameterKeys)('accepts the default and every word of %s', (key) => {
    const definition = getParameterDefinition(key);
    const values =
      definition.kind === 'NUMBER'
        ? [definition.default ?? definition.min]
        : definition.kind === 'BOOLEAN'
          ? [false]
          : ['', ...(getParameterWords(key) ?? [])];
    expect(values.map((value) => findParameterIssue(key, value))).toEqual(values.map(() => null));
  });
});

describe('readStoredParameter', () => {
  it.each<[string, ParameterKey, Exclude<Value, { markdown: unknown } | { html: unknown }>, unknown]>([
    ['the nearest number', 'UNPAID_ORDER_DAYS', 2_999_999, 365],
    ['the nearest amount', 'FREE_SHIPPING_PRICE', 1.234, 1.23],
    ['nothing for a rule without a default', 'ORDER_REVIEW_DELAY', -1, undefined],
    ['the default for a text', 'LOGO_SIZE', 'big', 64],
    ['the first word', 'MENU_TYPE', 'STICKY', 'RELATIVE'],
    [
      'the address inside a text',
      'COMPANY_EMAIL',
      'Willow Hill <hello@willow-hill.example>',
      'hello@willow-hill.example',
    ],
    ['the first of two addresses', 'COMPANY_EMAIL', { en: 'a@b.example; c@d.example' }, { en: 'a@b.example' }],
    ['an empty text for no address', 'COMPANY_EMAIL', 'see our page', ''],
    ['an empty text for a script', 'FACEBOOK_URL', 'javascript:alert(1)', ''],
    ['nothing for no colour', 'PRIMARY_COLOR', 'notacolour', undefined],
    ['a colour that mails understand', 'PRIMARY_COLOR', 'white', '#ffffff'],
    ['a valid text unchanged', 'COMPANY_NAME', 'Willow Hill', 'Willow Hill'],
    ['false for a text', 'NEWSLETTER', 'yes', false],
  ])('returns %s: %s', (_, key, stored, expected) => {
    expect(readStoredParameter(key, stored)).toEqual(expected);
  });
});

test('the rules of the shop without parameters are the defaults of the definitions', () => {
  const defaultOf = (key: ParameterKey) => {
    const definition = getParameterDefinition(key);
    return definition.kind === 'NUMBER' ? definition.default : false;
  };
  expect(toUnpaidOrderRules({}).lapseDays).toBe(defaultOf('UNPAID_ORDER_DAYS'));
  expect(toShippingRules({})).toMatchObject({
    freeFromBottles: defaultOf('FREE_SHIPPING_BOTTLE'),
    freeFromGoods: defaultOf('FREE_SHIPPING_PRICE'),
    minBottles: defaultOf('MINIMUM_EXPEDITION_BOTTLE'),
    maxBottles: defaultOf('MAXIMUM_EXPEDITION_BOTTLE'),
    sellsWorldwide: defaultOf('SELLS_WORLDWIDE'),
  });
});
