import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import {
  fillLegalPlaceholders,
  type LegalPlaceholderValues,
  legalPlaceholders,
} from '#shared/site/legal-placeholders.ts';
import { readParametersWithKeys } from './read-parameters.ts';

type PickLocalizedText = (text: Localized | undefined) => string;

/** @param values Parameters by key; those that are no placeholders are ignored. */
export function pickLegalPlaceholderValues(
  values: Partial<Record<string, unknown>>,
  pickLanguage: PickLocalizedText,
): LegalPlaceholderValues {
  return Object.fromEntries(legalPlaceholders.map((key) => [key, pickLanguage(values[key] as Localized | undefined)]));
}

export async function fillLegalTextFromParameters(
  tx: SiteTx,
  html: string,
  pickLanguage: PickLocalizedText,
): Promise<string> {
  return fillLegalPlaceholders(
    html,
    pickLegalPlaceholderValues(await readParametersWithKeys(tx, legalPlaceholders), pickLanguage),
  );
}

/**
 * Reads the terms of sale with all placeholders filled, as customers see and accept them. Empty if the site has none.
 */
export async function readSaleTerms(tx: SiteTx, pickLanguage: PickLocalizedText): Promise<string> {
  const { SALE_TERMS, ...values } = await readParametersWithKeys(tx, ['SALE_TERMS', ...legalPlaceholders]);
  return fillLegalPlaceholders(
    pickLanguage(SALE_TERMS as Localized | undefined),
    pickLegalPlaceholderValues(values, pickLanguage),
  );
}
