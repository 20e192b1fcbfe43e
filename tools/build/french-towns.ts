import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * `node tools/build/french-towns.ts` writes the towns that the address forms suggest from the official list of communes
 * (Etalab, Licence Ouverte 2.0), which is eight times as large and is not part of a production install.
 */
export const frenchTownsFile = new URL('../../server/api/places/french-towns.tsv', import.meta.url);

interface Commune {
  code: string;
  nom: string;
  type: string;
  departement?: string;
  codesPostaux?: string[];
  population?: number;
}

/** Returns a line of tab-separated values for each town: code, name, department, population and postcodes. */
export function formatFrenchTowns(): string {
  // The data file is resolved by its path, because the package's entry point cannot be loaded.
  const file = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json');
  const communes = JSON.parse(readFileSync(file, 'utf8')) as Commune[];
  return communes
    .filter(({ type, codesPostaux = [] }) => type === 'commune-actuelle' && codesPostaux.length > 0)
    .map(({ code, nom, departement = '', population = 0, codesPostaux = [] }) =>
      [code, nom, departement, population, codesPostaux.join(' ')].join('\t').concat('\n'),
    )
    .join('');
}

if (import.meta.main) writeFileSync(frenchTownsFile, formatFrenchTowns());
