import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { foldTownName } from '#shared/places/fold-town-name.ts';
import type { City } from '#shared/places/places-contract.ts';

/** Searches French towns by a prefix of their name or postcode. */
export interface TownFinder {
  /** Finds at most `maxTownResults` towns: those with exactly the searched name first, then by population. */
  find(search: string): City[];
}

export const maxTownResults = 50;

const Communes = z.array(
  z.object({
    code: z.string(),
    nom: z.string(),
    type: z.string(),
    departement: z.string().optional(),
    codesPostaux: z.array(z.string()).optional(),
    population: z.number().optional(),
  }),
);

interface Town {
  city: City;
  foldedName: string;
  population: number;
}

export function createTownFinder(communes: z.infer<typeof Communes>): TownFinder {
  const towns = communes
    .filter(({ type }) => type === 'commune-actuelle')
    .flatMap(({ code, nom, departement = '', codesPostaux = [], population = 0 }) =>
      codesPostaux.map(
        (postalCode): Town => ({
          city: { id: `${code}-${postalCode}`, name: nom, postalCode, department: departement },
          foldedName: foldTownName(nom),
          population,
        }),
      ),
    );
  const byName = towns.toSorted((a, b) => compareText(a.foldedName, b.foldedName));
  const byPostcode = towns.toSorted((a, b) => compareText(a.city.postalCode, b.city.postalCode));

  return {
    find(search) {
      const digits = search.replace(/\s/g, '');
      if (/^\d{1,5}$/.test(digits)) return rankTowns(withPrefix(byPostcode, digits, (town) => town.city.postalCode));
      const name = foldTownName(search);
      return name === ''
        ? []
        : rankTowns(
            withPrefix(byName, name, (town) => town.foldedName),
            name,
          );
    },
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Finds the towns whose search keys begin with `prefix`, by binary search. */
function withPrefix(sorted: readonly Town[], prefix: string, keyOf: (town: Town) => string): Town[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(sorted[middle] as Town) < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && keyOf(sorted[end] as Town).startsWith(prefix)) end++;
  return sorted.slice(low, end);
}

function rankTowns(towns: Town[], exactName?: string): City[] {
  return towns
    .sort(
      (a, b) =>
        Number(b.foldedName === exactName) - Number(a.foldedName === exactName) ||
        b.population - a.population ||
        compareText(a.foldedName, b.foldedName) ||
        compareText(a.city.postalCode, b.city.postalCode),
    )
    .slice(0, maxTownResults)
    .map(({ city }) => city);
}

/** Creates a function that loads the official list of French communes on first use. */
export function createFrenchTownFinderLoader(): () => Promise<TownFinder> {
  let loading: Promise<TownFinder> | undefined;
  return () => {
    // The data file is resolved by its path, because the package's entry point cannot be loaded.
    const file = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json');
    loading ??= readFile(file, 'utf8').then((text) => createTownFinder(Communes.parse(JSON.parse(text))));
    return loading;
  };
}
