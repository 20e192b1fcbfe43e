import { z } from 'zod';
import { maxConsentMonths } from '../consent/consent-rules.ts';
import { createRefinement } from '../input-issue.ts';
import { maxSettingTextLength } from '../limits.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { type ParameterKey, parameterKinds } from './parameter-kinds.ts';

export const parameterKeys = Object.keys(parameterKinds) as [ParameterKey, ...ParameterKey[]];

/**
 * The value of a parameter, whose type depends on the parameter's kind. A plain string for a parameter of kind TEXT is
 * HTML.
 */
const ParameterValue = z.union([z.boolean(), z.number(), Localized, LocalizedMarkdownOrHtml]);

/** Limits of parameters that the law or the program restricts. Their values are whole numbers. */
const numberRanges: Partial<Record<ParameterKey, readonly [min: number, max: number]>> = {
  COOKIE_CONSENT_MONTHS: [1, maxConsentMonths],
};

function findRangeIssue(key: ParameterKey, value: number): string | null {
  const [min, max] = numberRanges[key] ?? [];
  if (min === undefined || max === undefined) return null;
  return Number.isInteger(value) && value >= min && value <= max
    ? null
    : `must be a whole number between ${min} and ${max}`;
}

/**
 * Checks the value of a parameter.
 * @returns the reason why the value is invalid; null if it is valid
 */
export function findParameterIssue(key: ParameterKey, value: z.infer<typeof ParameterValue>): string | null {
  const kind = parameterKinds[key];
  if (kind === 'BOOLEAN') return typeof value === 'boolean' ? null : 'must be true or false';
  if (kind === 'NUMBER') return typeof value === 'number' ? findRangeIssue(key, value) : 'must be a number';
  if (typeof value === 'boolean' || typeof value === 'number') return 'must be a text';
  if (key === 'SCRIPTS_TO_LOAD' && typeof value !== 'string') return 'is code: one text, in no language';
  if (kind !== 'TEXT' && isLocalizedMarkdownOrHtml(value)) return 'is a single line: only longer texts may be Markdown';
  if (kind !== 'LINK') return null;
  const links: unknown[] = typeof value === 'string' ? [value] : Object.values(value);
  return links.every((link) => link === '' || /^https:\/\/[^\s/]+/.test(String(link)))
    ? null
    : 'must be an address that begins with https://';
}

export const isLocalizedMarkdownOrHtml = (value: z.infer<typeof ParameterValue>): value is LocalizedMarkdownOrHtml =>
  typeof value === 'object' && ('markdown' in value || 'html' in value);

const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

export const ParameterInput = z
  .strictObject({ type: z.enum(parameterKeys), value: ParameterValue })
  .superRefine(({ value }, context) => {
    if (listTexts(value).every(({ length }) => length <= maxSettingTextLength)) return;
    context.addIssue({ code: 'too_big', origin: 'string', maximum: maxSettingTextLength, path: ['value'] });
  })
  .superRefine(
    createRefinement(({ type, value }) => {
      const message = findParameterIssue(type, value);
      return message ? [{ path: ['value'], message }] : [];
    }),
  );
export type ParameterInput = z.infer<typeof ParameterInput>;
