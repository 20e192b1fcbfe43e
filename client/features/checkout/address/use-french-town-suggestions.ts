import { abortableDelay } from '#client/core/abortable-delay.ts';
import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import type { City } from '#shared/places/places-contract.ts';

/** ISO 3166-1 numeric code of France, the only country for which the API knows towns. */
const franceNumericCode = 250;

const debounceMs = 150;
const minSearchLength = 2;
const maxTowns = 12;
const noTowns: readonly City[] = [];

/**
 * Loads the French towns that match the typed text. Errors are ignored, because the address fields can be filled in
 * without suggestions.
 */
export function useFrenchTownSuggestions(text: string, isEnabled: boolean): readonly City[] {
  const search = text.trim();
  const load = async (signal: AbortSignal) => {
    await abortableDelay(debounceMs, signal);
    const params = { search, idCountry: franceNumericCode };
    const { cities } = await callApi('GET /cities/{search}/{idCountry}', { params, signal });
    return { search, towns: cities.slice(0, maxTowns) };
  };
  const { data } = useQuery(isEnabled && search.length >= minSearchLength ? load : null, [search, isEnabled]);
  return data?.search === search ? data.towns : noTowns;
}
