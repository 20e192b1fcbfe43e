import { useSiteShell } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';

/**
 * Returns the codes of the countries to which a carrier ships; null until the countries have loaded and after an error.
 */
export function useShippingCountries(): ReadonlySet<string> | null {
  const { lang } = useSiteShell().site;
  return useQuery(loadShippedCountries, [lang]).data ?? null;
}

const loadShippedCountries = async (): Promise<ReadonlySet<string>> =>
  new Set((await callApi('GET /shipping/countries')).countries);
