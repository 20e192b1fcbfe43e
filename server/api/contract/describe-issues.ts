import type { z } from 'zod';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { type Lang, languages } from '#shared/languages.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { isServerTextKey, type ServerTextKey, translate } from './server-texts.ts';

type Issue = z.core.$ZodIssue;

/** Maximum length of a request value that an error message repeats. Longer values are truncated. */
const maxRepeatedLength = 40;

/**
 * Maximum number of reported field errors. A body can have thousands of them, and the response should not be larger
 * than the request.
 */
const maxReportedFields = 50;
const maxFieldNameLength = 200;

/**
 * Describes the validation errors of a request, field by field, in the caller's language.
 * @param input The value that was validated. An absent field has another message than an invalid one.
 * @param nameField Returns the name of a field in a message, such as the column of a file; by default its path.
 */
export function describeValidationIssues(
  issues: readonly Issue[],
  input: unknown,
  lang: Lang,
  nameField: (path: string, lang: Lang) => string = (path) => path,
): ErrorMessageByField {
  // The errors are in a map instead of an object, because a field may be named like a property of every object, such as
  // `constructor`.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    for (const [field, text, values] of describeIssue(issue, input)) {
      if (errors.size === maxReportedFields) return Object.fromEntries(errors);
      const name = field.slice(0, maxFieldNameLength);
      if (errors.has(name)) continue;
      // The rule of a setting names the setting, because its field is always the value.
      const path = String(values?.field ?? name);
      const label = nameField(path, lang);
      errors.set(name, translate(lang, text, { ...values, field: label === path ? truncate(path) : label }));
    }
  }
  return Object.fromEntries(errors);
}

const fieldLabels = readTextsByLanguage<string, string>('admin-fields', []);
const settingTexts = readTextsByLanguage<string, string>('admin-parameters', []);

/**
 * Returns the name of a field as the forms of the panel show it, such as "Prix TTC (Millésimes et formats 1)" for
 * `variants.0.price`, or the label of a setting. A path without labels is returned as it is.
 */
export function toFieldLabel(path: string, lang: Lang): string {
  const setting = settingTexts[lang][`${path}.label`];
  if (setting) return setting;
  const steps = path.split('.');
  const names = steps.flatMap((step, index) => {
    if (/^\d+$/.test(step) || languages.some((each) => each === step)) return [];
    const position = Number(steps[index + 1]);
    const label = fieldLabels[lang][step];
    return label === undefined ? [] : [Number.isInteger(position) ? `${label} ${position + 1}` : label];
  });
  const field = names.pop();
  if (field === undefined) return path;
  return names.length === 0 ? field : `${field} (${names.join(', ')})`;
}

type FieldIssue = [field: string, text: ServerTextKey, values?: Record<string, string | number>];

function describeIssue(issue: Issue, input: unknown): FieldIssue[] {
  const field = sentPath(input, issue.path).map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    const parentPath = issue.path.map((step) => `${String(step)}.`).join('');
    return issue.keys.map((key): FieldIssue => [parentPath + key, 'field.unknown']);
  }
  const value = valueAt(input, issue.path);
  if (value === undefined) return [[field, 'field.required']];
  return [[field, ...issueText(issue, value)]];
}

function issueText(issue: Issue, value: unknown): [ServerTextKey, Record<string, string | number>?] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return ['field.whole'];
      if (issue.expected === 'number') return ['field.number'];
      return [issue.expected === 'date' ? 'field.date' : 'field.invalid'];
    case 'invalid_value':
      return ['field.choice', { value: formatValue(value), allowed: issue.values.map(String).join(', ') }];
    case 'too_small':
      return [tooSmallTexts[issue.origin] ?? 'field.least', { limit: Number(issue.minimum) }];
    case 'too_big':
      return [tooBigTexts[issue.origin] ?? 'field.most', { limit: Number(issue.maximum) }];
    case 'custom':
      return [
        customIssueText(issue.params?.code),
        { value: formatValue(value), ...listIssueValues(issue.params?.values) },
      ];
    default:
      return ['field.invalid'];
  }
}

/** Returns the message key of a validation rule with a custom code, or the general key if that code has no message. */
function customIssueText(code: unknown): ServerTextKey {
  const key = `field.${String(code)}`;
  return isServerTextKey(key) ? key : 'field.invalid';
}

/** The values that the message of a rule shows. They are cut, because they may repeat the request. */
const listIssueValues = (values: unknown): Record<string, string | number> =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(
        Object.entries(values).map(([name, shown]) => [
          name,
          typeof shown === 'number' || name === 'allowed' ? shown : truncate(String(shown)),
        ]),
      )
    : {};

const tooSmallTexts: Partial<Record<string, ServerTextKey>> = { string: 'field.short', array: 'field.few' };
const tooBigTexts: Partial<Record<string, ServerTextKey>> = { string: 'field.long', array: 'field.many' };

/**
 * Returns the part of an issue's path that the input has. A query parameter that is a list is one text, so the path
 * `kind.0` of its first word is that of `kind`.
 */
function sentPath(input: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const end = path.findIndex((_, index) => index > 0 && typeof valueAt(input, path.slice(0, index)) === 'string');
  return end === -1 ? path : path.slice(0, end);
}

/**
 * Finds the value at an issue's path. A query parameter that is a list may be a single string; the whole string is then
 * returned, although the path continues to an element of the list.
 */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return value;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

/** Lists and objects are not repeated in messages, because they may be deeply nested or define their own `toString`. */
const formatValue = (value: unknown): string => (typeof value === 'object' ? '…' : truncate(String(value)));

const truncate = (text: string): string =>
  text.length > maxRepeatedLength ? `${text.slice(0, maxRepeatedLength)}…` : text;
