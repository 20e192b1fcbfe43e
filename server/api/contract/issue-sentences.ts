import type { z } from 'zod';
import type { FieldErrors } from '#shared/envelope.ts';
import type { Lang } from '#shared/languages.ts';
import { type ServerText, translate } from './server-texts.ts';

type Issue = z.core.$ZodIssue;

/** Longest part of a value that a sentence repeats. */
const mostRepeated = 40;

/** So many faults are told: a body can have many thousands, and the answer is not to be larger than what was sent. */
const mostFaults = 50;
const longestName = 200;

/**
 * What is wrong with a request, field by field, in the caller's language. `input` is what was parsed: a field that is
 * absent gets another sentence than one that is wrong.
 */
export function issueSentences(issues: readonly Issue[], input: unknown, lang: Lang): FieldErrors {
  // A map: a field may have the name of something that every object has, such as `constructor`.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    for (const [field, text, values] of faultsOf(issue, input)) {
      if (errors.size === mostFaults) return Object.fromEntries(errors);
      const name = field.slice(0, longestName);
      if (!errors.has(name)) errors.set(name, translate(lang, text, { field: shorten(name), ...values }));
    }
  }
  return Object.fromEntries(errors);
}

type Fault = [field: string, text: ServerText, values?: Record<string, string | number>];

function faultsOf(issue: Issue, input: unknown): Fault[] {
  const field = issue.path.map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    const within = issue.path.map((step) => `${String(step)}.`).join('');
    return issue.keys.map((key): Fault => [within + key, 'field.unknown']);
  }
  const value = valueAt(input, issue.path);
  if (value === undefined) return [[field, 'field.required']];
  return [[field, ...sentenceOf(issue, value)]];
}

function sentenceOf(issue: Issue, value: unknown): [ServerText, Record<string, string | number>?] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return ['field.whole'];
      if (issue.expected === 'number') return ['field.number'];
      return [issue.expected === 'date' ? 'field.date' : 'field.invalid'];
    case 'invalid_value':
      return ['field.choice', { value: written(value), allowed: issue.values.map(String).join(', ') }];
    case 'too_small':
      return [leastText[issue.origin] ?? 'field.least', { limit: Number(issue.minimum) }];
    case 'too_big':
      return [mostText[issue.origin] ?? 'field.most', { limit: Number(issue.maximum) }];
    default:
      return ['field.invalid'];
  }
}

const leastText: Partial<Record<string, ServerText>> = { string: 'field.short', array: 'field.few' };
const mostText: Partial<Record<string, ServerText>> = { string: 'field.long', array: 'field.many' };

/** A path may lead into a list that was one word on the wire: then the word itself is the value. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return value;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

/** Lists and objects are not repeated: they may be deep, or have a `toString` of the caller's making. */
const written = (value: unknown): string => (typeof value === 'object' ? '…' : shorten(String(value)));

const shorten = (text: string): string => (text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text);
