import { escapeHtml } from '../escape-html.ts';
import type { ParameterKey } from './parameter-definitions.ts';

/** Keys of the parameters that legal texts can contain as `{{KEY}}`. */
export const legalPlaceholders = [
  'COMPANY_NAME',
  'LEGAL_AGENT',
  'HEAD_OFFICE',
  'RCS_NUMBER',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'SHARE_CAPITAL',
  'SIRET_NUMBER',
  'INTRACOMMUNITY_VAT',
  'PRODUCER_ID',
] as const satisfies readonly ParameterKey[];

type LegalPlaceholder = (typeof legalPlaceholders)[number];

export type LegalPlaceholderValues = Partial<Record<LegalPlaceholder, string>>;

/** A placeholder with its key. White space around the key is trimmed later, because a pattern for it takes cubic time. */
const pattern = /\{\{([^{}]*)\}\}/g;

const findPlaceholder = (key: string): LegalPlaceholder | undefined =>
  legalPlaceholders.find((placeholder) => placeholder === key);

/**
 * Replaces the placeholders of a legal text by the site's parameters, with HTML escaped. A parameter that is not set
 * becomes empty; unknown placeholders stay unchanged.
 */
export function fillLegalPlaceholders(html: string, values: LegalPlaceholderValues): string {
  return html.replace(pattern, (written, key: string) => {
    const known = findPlaceholder(key.trim());
    return known ? escapeHtml(values[known] ?? '') : written;
  });
}

export type LegalPlaceholderIssue = { kind: 'empty'; key: LegalPlaceholder } | { kind: 'unknown'; key: string };

/** Finds the placeholders of a legal text that are unknown or have an empty value, each of them once. */
export function findUnresolvedPlaceholders(text: string, values: LegalPlaceholderValues): LegalPlaceholderIssue[] {
  const keys = new Set([...text.matchAll(pattern)].map(([, key = '']) => key.trim()));
  return [...keys].flatMap((key): LegalPlaceholderIssue[] => {
    const known = findPlaceholder(key);
    if (!known) return [{ kind: 'unknown', key }];
    return values[known]?.trim() ? [] : [{ kind: 'empty', key: known }];
  });
}

/**
 * Describes the placeholders of a legal text that are unknown or have no value.
 * @returns One message for each.
 */
export const describeUnresolvedPlaceholdersInText = (text: string, values: LegalPlaceholderValues): string[] =>
  findUnresolvedPlaceholders(text, values).map(({ kind, key }) =>
    kind === 'unknown'
      ? `contains the unknown placeholder {{${key}}}`
      : `contains {{${key}}}, and the parameter ${key} is empty`,
  );
