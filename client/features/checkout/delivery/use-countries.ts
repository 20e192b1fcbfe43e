import { useSiteShell } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import type { Lang } from '#shared/languages.ts';
import type { Country } from '#shared/places/places-contract.ts';

const requests = new Map<Lang, Promise<Country[]>>();
const noCountries: readonly Country[] = [];

/** Loads the countries once per language and document. A failed request is repeated by the next call. */
function loadCountries(lang: Lang): Promise<Country[]> {
  const pending = requests.get(lang);
  if (pending) return pending;
  const request = callApi('GET /countries').then(({ countries }) => countries);
  requests.set(lang, request);
  request.catch(() => requests.delete(lang));
  return request;
}

/**
 * Returns all countries; empty until they are loaded and after an error. The country field then accepts a two-letter
 * code.
 */
export function useCountries(): readonly Country[] {
  const { lang } = useSiteShell().site;
  return useQuery(() => loadCountries(lang), [lang]).data ?? noCountries;
}
