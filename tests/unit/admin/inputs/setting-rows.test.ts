import { expect, test } from 'vitest';
import {
  findSettingKindMismatch,
  parseSettingRowInput,
  toSettingRows,
  toSettings,
} from '#client/admin/inputs/setting-rows.ts';

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
  ['null', null, null],
  ['["a", "c"]', ['a', 'b'], ['a', 'c']],
  ['{"a": {"b": 2}}', { a: 1 }, { a: { b: 2 } }],
])('parseSettingRowInput reads "%s" in place of %j as %j', (text, before, value) => {
  expect(parseSettingRowInput(text, before)).toEqual({ text, value });
});

test.each([
  ['["a"', ['a'], 'list'],
  ['{"a": 1}', ['a'], 'list'],
  ['true', ['a'], 'list'],
  ['null', { a: 1 }, 'object'],
  ['["a"]', { a: 1 }, 'object'],
  ['{"a": 2}', { a: 1 }, null],
  ['["a"', 'text', null],
])('%s in place of %j has the issue %s', (text, stored, issue) => {
  expect(findSettingKindMismatch({ ...parseSettingRowInput(text, stored), stored })).toBe(issue);
});
