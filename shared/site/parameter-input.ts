import { z } from 'zod';
import { isPublicMailAddress } from '../email.ts';
import { hasPhoneNumber } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { Localized, mapLocalized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import {
  getParameterDefinition,
  type NumberParameter,
  type ParameterKey,
  parameterKeys,
  type TextParameter,
} from './parameter-definitions.ts';
import { parseCssColour } from './parse-css-colour.ts';

/**
 * The value of a parameter, whose type depends on the parameter's kind. A plain string for a parameter of kind TEXT is
 * HTML.
 */
const ParameterValue = z.union([z.boolean(), z.number(), Localized, LocalizedMarkdownOrHtml]);
type ParameterValue = z.infer<typeof ParameterValue>;

type ParameterIssue = Omit<InputIssue, 'path'>;

/** Maximum length of a value that a message repeats, in characters. */
const maxRepeatedLength = 60;

/** @returns null if it is valid */
export function findParameterIssue(key: ParameterKey, value: ParameterValue): ParameterIssue | null {
  const definition = getParameterDefinition(key);
  const found = findIssueOfKind(definition, value);
  if (!found) return null;
  const { rule, code, values, wrong = value } = found;
  const repeated = JSON.stringify(wrong);
  const shown = repeated.length > maxRepeatedLength ? `${repeated.slice(0, maxRepeatedLength)}…` : repeated;
  const written = typeof wrong === 'string' ? shown.slice(1, -1) : shown;
  return { message: `must be ${rule}, not ${shown}`, code, values: { field: key, value: written, ...values } };
}

interface BrokenRule {
  /** The rule in English, after "must be". */
  rule: string;
  code: string;
  values?: Readonly<Record<string, string | number>>;
  /** The text that breaks the rule, if it is only a part of the value. */
  wrong?: string;
}

function findIssueOfKind(
  definition: ReturnType<typeof getParameterDefinition>,
  value: ParameterValue,
): BrokenRule | null {
  if (definition.kind === 'BOOLEAN')
    return typeof value === 'boolean' ? null : { rule: 'true or false', code: 'switch' };
  if (definition.kind === 'NUMBER') return isNumberInRange(definition, value) ? null : describeRange(definition);
  if (typeof value === 'boolean' || typeof value === 'number') return { rule: 'a text', code: 'text' };
  if (definition.kind !== 'TEXT' && isLocalizedMarkdownOrHtml(value))
    return { rule: 'a single line: only longer texts may be Markdown', code: 'text' };
  if (!isTranslatable(definition) && typeof value !== 'string')
    return { rule: 'one text, the same in all languages', code: 'one_text' };
  for (const text of listTexts(value)) {
    const broken = text === '' ? null : findBrokenRuleOfText(definition, text);
    if (broken) return { wrong: text, ...broken };
  }
  return null;
}

const isNumberInRange = ({ min, max, decimals }: NumberParameter, value: unknown): boolean =>
  typeof value === 'number' && value >= min && value <= max && round(value, decimals) === value;

const round = (value: number, decimals = 0): number => Number(value.toFixed(decimals));

const describeRange = ({ min, max, decimals }: NumberParameter): BrokenRule =>
  decimals
    ? { rule: `a number between ${min} and ${max} with at most 2 decimals`, code: 'amount', values: { min, max } }
    : { rule: `a whole number between ${min} and ${max}`, code: 'range', values: { min, max } };

/** Words, colours and code are the same in every language. */
const isTranslatable = ({ words, format }: TextParameter): boolean =>
  !words && format !== 'colour' && format !== 'code';

/** Lists the texts of a value in all languages. Those of a Markdown text from a file are the paths of the files. */
function listTexts(value: Localized | LocalizedMarkdownOrHtml): string[] {
  if (typeof value === 'string') return [value];
  const inside: unknown = 'markdown' in value ? value.markdown : 'html' in value ? value.html : value;
  return typeof inside === 'string' ? [inside] : Object.values(inside as Record<string, string>);
}

function findBrokenRuleOfText({ kind, format, words, maxLength }: TextParameter, text: string): BrokenRule | null {
  if (words)
    return words.includes(text)
      ? null
      : { rule: `one of ${words.join(', ')}`, code: 'choice', values: { allowed: words.join(', ') } };
  if (text.length > maxLength)
    return { rule: `a text of at most ${maxLength} characters`, code: 'long', values: { limit: maxLength } };
  if (kind === 'LINK')
    return isHttpsAddress(text) ? null : { rule: 'an address that begins with https://', code: 'link' };
  if (format === 'email')
    return isPublicMailAddress(text) ? null : { rule: 'one email address such as contact@estate.fr', code: 'email' };
  if (format === 'phone') return hasPhoneNumber(text) ? null : { rule: 'a telephone number', code: 'phone' };
  if (format === 'colour')
    return parseCssColour(text) ? null : { rule: 'a colour such as #5b2a3c or white', code: 'colour' };
  return null;
}

const isHttpsAddress = (text: string): boolean => /^https:\/\/[^\s/\\"<>][^\s"<>]*$/.test(text) && URL.canParse(text);

export const isLocalizedMarkdownOrHtml = (value: ParameterValue): value is LocalizedMarkdownOrHtml =>
  typeof value === 'object' && ('markdown' in value || 'html' in value);

/** Finds an email address within a longer text, such as `Willow Hill <hello@willow-hill.example>`. */
const findAddress = (text: string): string => text.split(/[\s<>()[\],;:"\\]/).find(isPublicMailAddress) ?? '';

/**
 * Returns the value with which pages and mails work if the stored one was accepted by an earlier version and is refused
 * now: the nearest number, the first address in a text, or otherwise the default. Colours become `#rrggbb`.
 * @returns undefined if the site has no value then
 */
export function readStoredParameter(key: ParameterKey, stored: Localized | number | boolean) {
  const definition = getParameterDefinition(key);
  if (definition.kind === 'BOOLEAN') return stored === true;
  if (definition.kind === 'NUMBER') {
    const { min, max, decimals } = definition;
    // Without a default, a number that is refused switches its rule off.
    if (typeof stored !== 'number' || definition.default === null)
      return isNumberInRange(definition, stored) ? stored : (definition.default ?? undefined);
    return round(Math.min(max, Math.max(min, stored)), decimals);
  }
  if (typeof stored === 'boolean' || typeof stored === 'number') return undefined;
  const { words, format, kind } = definition;
  if (words) return typeof stored === 'string' && words.includes(stored) ? stored : words[0];
  if (format === 'colour') return (typeof stored === 'string' && parseCssColour(stored)) || undefined;
  if (format === 'email')
    return mapLocalized(stored, (text) => (text === '' || isPublicMailAddress(text) ? text : findAddress(text)));
  return kind === 'LINK' ? mapLocalized(stored, (text) => (/^https?:/.test(text) ? text : '')) : stored;
}

export const ParameterInput = z.strictObject({ type: z.enum(parameterKeys), value: ParameterValue }).superRefine(
  createRefinement(({ type, value }) => {
    const issue = findParameterIssue(type, value);
    return issue ? [{ path: ['value'], ...issue }] : [];
  }),
);
export type ParameterInput = z.infer<typeof ParameterInput>;
