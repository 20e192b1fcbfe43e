import type { Parameters, ParameterType } from './parameter-types.ts';

/** What legal texts may name as `{{KEY}}`. */
const placeholders = [
  'COMPANY_NAME',
  'LEGAL_AGENT',
  'HEAD_OFFICE',
  'RCS_NUMBER',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'SHARE_CAPITAL',
  'SIRET_NUMBER',
  'INTRACOMMUNITY_VAT',
] as const satisfies readonly ParameterType[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

/**
 * The HTML of a legal text with its placeholders filled from the site's parameters, escaped. One that the site has not
 * set is left empty rather than shown to the reader; an unknown word in braces stays as it was written.
 */
export function fillPlaceholders(html: string, parameters: Parameters): string {
  return html.replace(/\{\{\s*([A-Z_]+)\s*\}\}/g, (written, key: string) => {
    const known = placeholders.find((placeholder) => placeholder === key);
    return known ? escapeHtml(parameters[known] ?? '') : written;
  });
}
