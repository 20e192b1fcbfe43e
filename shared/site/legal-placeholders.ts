import { escapeHtml } from '../escape-html.ts';
import type { ParameterKey } from './parameter-kinds.ts';

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
] as const satisfies readonly ParameterKey[];

type LegalPlaceholder = (typeof legalPlaceholders)[number];

/** The values of the placeholders of legal texts in one language. */
export type LegalPlaceholderValues = Partial<Record<LegalPlaceholder, string>>;

const pattern = /\{\{\s*([^{}]*?)\s*\}\}/g;

const findPlaceholder = (key: string): LegalPlaceholder | undefined =>
  legalPlaceholders.find((placeholder) => placeholder === key);

/**
 * Replaces the placeholders of a legal text by the site's parameters, with HTML escaped. A parameter that is not set
 * becomes empty; unknown placeholders stay as they are.
 */
export function fillLegalPlaceholders(html: string, values: LegalPlaceholderValues): string {
  return html.replace(pattern, (written, key: string) => {
    const known = findPlaceholder(key);
    return known ? escapeHtml(values[known] ?? '') : written;
  });
}

/** @returns the reasons why a legal text with these values would be incomplete, one for each placeholder */
export function findLegalPlaceholderIssues(text: string, values: LegalPlaceholderValues): string[] {
  const keys = new Set([...text.matchAll(pattern)].map(([, key = '']) => key));
  return [...keys].flatMap((key) => {
    const known = findPlaceholder(key);
    if (!known) return [`contains the unknown placeholder {{${key}}}`];
    return values[known]?.trim() ? [] : [`contains {{${key}}}, and the parameter ${key} is empty`];
  });
}
