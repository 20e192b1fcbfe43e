import { expect, test } from 'vitest';
import { FormDefinitionInput } from '#shared/forms/form-definition-input.ts';

const text = (name: string, fields: object = {}) => ({ type: 'text', name, label: name, ...fields });
const issuesOf = (fields: object[], form: object = {}) => {
  const parsed = FormDefinitionInput.safeParse({ id: 1, title: 'A', confirmation: 'B', fields, ...form });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

test.each<[string, object[], string[]]>([
  ['valid fields', [text('a'), text('b', { showIf: { field: 'a', values: ['1'] } })], []],
  ['no field', [], ['fields']],
  ['a name twice', [text('a'), text('a')], ['fields.1.name']],
  ['a reserved name', [text('ticket')], ['fields.0.name']],
  ['the name of an inherited property', [text('constructor')], ['fields.0.name']],
  ['a name with other characters', [text('a-b')], ['fields.0.name']],
  [
    'a condition on a later field',
    [text('a', { showIf: { field: 'b', values: ['1'] } }), text('b')],
    ['fields.0.showIf.field'],
  ],
  ['an unknown property', [text('a', { html: '<b>' })], ['fields.0']],
])('FormDefinitionInput accepts or rejects %s', (_, fields, paths) => {
  expect(issuesOf(fields)).toEqual(paths);
});

test('a contact form has name, email address and message', () => {
  const fields = [text('name'), { ...text('email'), type: 'email' }, { ...text('message'), type: 'longText' }];
  expect(issuesOf(fields, { isContact: true })).toEqual([]);
  expect(issuesOf(fields.slice(0, 2), { isContact: true })).toEqual(['fields']);
  expect(issuesOf([text('email'), ...fields.slice(2)], { isContact: true })).toEqual(['fields', 'fields']);
});
