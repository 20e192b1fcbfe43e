import { expect, test } from 'vitest';
import { parseSetting, toSettingRows, toSettings } from '#client/admin/inputs/setting-rows.ts';

test('settings survive the way through the rows of a form', () => {
  const settings = { id: 'G-1', enabled: true, size: 3, nested: { a: 1 } };
  expect(toSettings(toSettingRows(settings))).toEqual(settings);
});

test('rows without a name are left out', () => {
  expect(toSettings([{ name: ' ', text: 'x', value: 'x', stored: '' }])).toEqual({});
});

test.each([
  ['false', true, false],
  ['12', 3, 12],
  ['twelve', 3, 'twelve'],
  ['12', 'text', '12'],
  ['true', 'text', 'true'],
])('parseSetting reads "%s" in place of %j as %j', (text, before, value) => {
  expect(parseSetting(text, before)).toEqual({ text, value });
});
