import { escapeHtml } from '../escape-html.ts';
import type { Parameters, ParameterType } from './parameter-types.ts';

/** Parameters that legal texts can contain as `{{KEY}}`. */
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

/**
 * Replaces the placeholders of a legal text by the site's parameters, escaped. A parameter that is not set becomes empty;
 * unknown placeholders stay as they are.
 */
export function fillPlaceholders(html: string, parameters: Parameters): string {
  return html.replace(/\{\{\s*([A-Z_]+)\s*\}\}/g, (written, key: string) => {
    const known = placeholders.find((placeholder) => placeholder === key);
    return known ? escapeHtml(parameters[known] ?? '') : written;
  });
}
