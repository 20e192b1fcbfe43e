import { useAdminData } from '../core/use-admin-data.ts';

interface CountryChoice {
  /** The ISO 3166-1 alpha-2 code. */
  id: string;
  name: string;
}

/** Returns all countries, sorted by name; an empty list until they are loaded. */
export function useCountries(): CountryChoice[] {
  const { data } = useAdminData('GET /countries', {});
  return (data?.countries ?? []).map(({ alphaTwo, name }) => ({ id: alphaTwo, name }));
}
