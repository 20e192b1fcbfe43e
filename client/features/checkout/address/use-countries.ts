import { useSiteShell } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import type { Lang } from '#shared/languages.ts';
import type { Country } from '#shared/places/places-contract.ts';

const requests = new Map<Lang, Promise<Country[]>>();
const noCountries: readonly Country[] = [];

/** Loads the countries once per language and document. If the request fails, the next call repeats it. */
function loadCountries(lang: Lang): Promise<Country[]> {
  const pending = requests.get(lang);
  if (pending) return pending;
  const request = callApi('GET /countries').then(({ countries }) => countries);
  requests.set(lang, request);
  request.catch(() => requests.delete(lang));
  return request;
}

/**
 * Returns all countries. The list is empty until it has loaded and after an error, and the country field then accepts a
 * two-letter code.
 */
export function useCountries(): readonly Country[] {
  const { lang } = useSiteShell().site;
  return useQuery(() => loadCountries(lang), [lang]).data ?? noCountries;
}
