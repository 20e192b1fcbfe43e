import { describe, expect, test } from 'vitest';
import { type AnswerFile, checkAnswers } from '#shared/forms/check-answers.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import { listVisibleFields } from '#shared/forms/visible-fields.ts';

const today = '2026-05-04';
const field = (fields: object): FormField => ({ name: 'a', label: 'A', ...fields }) as FormField;
const codeOf = (fields: object, answer: string | string[], files: AnswerFile[] = []) =>
  checkAnswers([field(fields)], { answers: { a: answer }, files: { a: files } }, today).get('a')?.code ?? null;
const options = [
  { value: 'red', label: 'Red' },
  { value: 'white', label: 'White' },
];

describe('checkAnswers', () => {
  test.each<[object, string | string[], string | null]>([
    [{ type: 'text', isRequired: true }, '  ', 'required'],
    [{ type: 'text' }, '', null],
    [{ type: 'text' }, 'x'.repeat(300), null],
    [{ type: 'text' }, 'x'.repeat(301), 'long'],
    [{ type: 'text', maxLength: 3 }, 'four', 'long'],
    [{ type: 'longText' }, 'x'.repeat(5_001), 'long'],
    [{ type: 'email' }, 'name@mail.example', null],
    [{ type: 'email' }, 'prénom@mail.example', 'email'],
    [{ type: 'email' }, 'name@mail', 'email'],
    [{ type: 'email' }, 'a@mail.example,b@mail.example', 'email'],
    [{ type: 'email' }, 'a@mail.example\nBcc: b@mail.example', 'email'],
    [{ type: 'email' }, `${'x'.repeat(250)}@mail.example`, 'email'],
    [{ type: 'phone' }, '+33 5 45 00 00 00', null],
    [{ type: 'phone' }, 'call me', 'phone'],
    [{ type: 'number' }, '12', null],
    [{ type: 'number' }, '12,5', 'whole'],
    [{ type: 'number', isDecimal: true }, '12,5', null],
    [{ type: 'number' }, '1e3', 'number'],
    [{ type: 'number', min: 8 }, '7', 'min'],
    [{ type: 'number', max: 60 }, '61', 'max'],
    [{ type: 'date' }, '2026-02-29', 'date'],
    [{ type: 'date' }, '2028-02-29', null],
    [{ type: 'date' }, 'tomorrow', 'date'],
    [{ type: 'date', min: 'today' }, '2026-05-03', 'from'],
    [{ type: 'date', min: 'today' }, '2026-05-04', null],
    [{ type: 'date', max: '2026-12-31' }, '2027-01-01', 'until'],
    [{ type: 'choice', options }, 'red', null],
    [{ type: 'choice', options }, 'rosé', 'choice'],
    [{ type: 'choices', options }, ['red', 'white'], null],
    [{ type: 'choices', options }, ['red', 'rosé'], 'choice'],
    [{ type: 'choices', options, isRequired: true }, [], 'required'],
    [{ type: 'consent', isRequired: true }, '', 'consent'],
    [{ type: 'consent', isRequired: true }, 'no', 'consent'],
    [{ type: 'consent' }, 'yes', null],
  ])('%j with the answer %j has the error %s', (fields, answer, code) => {
    expect(codeOf(fields, answer)).toBe(code);
  });

  const upload = { type: 'file', accept: ['pdf'], maxBytes: 100 };
  const pdf = { size: 100, type: 'application/pdf' };
  test.each<[object, AnswerFile[], string | null]>([
    [upload, [pdf], null],
    [upload, [], null],
    [{ ...upload, isRequired: true }, [], 'required'],
    [upload, [{ ...pdf, size: 101 }], 'file-size'],
    [upload, [pdf, pdf], 'files'],
    [{ ...upload, maxFiles: 2 }, [pdf, pdf], null],
    [upload, [{ ...pdf, type: 'image/svg+xml' }], 'file-type'],
    // A file without a type is accepted, because a browser does not know every type and the server checks the content.
    [upload, [{ ...pdf, type: '' }], null],
  ])('%j with the files %j has the error %s', (fields, files, code) => {
    expect(codeOf(fields, '', files)).toBe(code);
  });

  test('ignores answers to hidden fields and properties of every object', () => {
    const fields = [
      field({ type: 'choice', name: 'meal', options: [{ value: 'lunch', label: '' }] }),
      field({ type: 'text', name: 'diets', isRequired: true, showIf: { field: 'meal', values: ['lunch'] } }),
      field({ type: 'text', name: 'constructor' }),
    ];
    expect([...checkAnswers(fields, { answers: {}, files: {} }, today)]).toEqual([]);
    expect([...checkAnswers(fields, { answers: { meal: 'lunch' }, files: {} }, today).keys()]).toEqual(['diets']);
  });
});

test('a field whose condition refers to a hidden field is hidden', () => {
  const fields = [
    { name: 'a' },
    { name: 'b', showIf: { field: 'a', values: ['1'] } },
    { name: 'c', showIf: { field: 'b', values: ['2'] } },
  ];
  const namesWith = (answers: Record<string, string>) => listVisibleFields(fields, answers).map(({ name }) => name);
  expect(namesWith({ b: '2' })).toEqual(['a']);
  expect(namesWith({ a: '1', b: '2' })).toEqual(['a', 'b', 'c']);
});
