import { useEffect, useState } from 'react';
import { useShell } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call.ts';
import type { Lang } from '#shared/languages.ts';
import type { Country } from '#shared/places/places-contract.ts';

/** Loaded once for a language, then kept: countries do not change while somebody orders. */
const loaded = new Map<Lang, Promise<Country[]>>();

export function loadCountries(lang: Lang): Promise<Country[]> {
  const known = loaded.get(lang);
  if (known) return known;
  const loading = callApi('GET /countries').then(({ countries }) => countries);
  loaded.set(lang, loading);
  // A failed one is asked for again by whoever comes next.
  loading.catch(() => loaded.delete(lang));
  return loading;
}

/** All countries; empty until they are there. */
export function useCountries(): readonly Country[] {
  const { lang } = useShell().site;
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    let gone = false;
    loadCountries(lang).then(
      (found) => !gone && setCountries(found),
      () => {
        // Without the list the field stays a text of two letters, which the API understands as well.
      },
    );
    return () => {
      gone = true;
    };
  }, [lang]);
  return countries;
}
