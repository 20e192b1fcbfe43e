import type { Bottle } from './bottle.ts';
import { domainePineaux, domaineSparkling, domaineWines } from './bottles-domaine.ts';
import { willowBottles } from './bottles-willow.ts';
import type { Crate } from './crate.ts';

function pick(from: Bottle[], ...keys: string[]): Bottle[] {
  return keys.map((key) => from.find((bottle) => bottle.key === key)!);
}

const all = [...domaineWines, ...domaineSparkling, ...domainePineaux];

export const domaineCrates: Crate[] = [
  {
    key: 'coffret-decouverte',
    bottles: pick(all, 'chardonnay-les-terrasses', 'rose-aube', 'merlot-la-garenne'),
    text: 'Découverte',
    wood: [226, 187, 132],
    branded: '#4a2a12',
  },
  {
    key: 'caisse-aperitif-charentais',
    bottles: pick(all, 'pineau-blanc', 'pineau-rose', 'bulles-d-aube', 'bulles-d-aube', 'pineau-rose', 'pineau-blanc'),
    text: 'Apéritif charentais',
    wood: [214, 172, 116],
    branded: '#44260f',
  },
];

export const willowCrates: Crate[] = [
  {
    key: 'discovery-case',
    bottles: pick(
      willowBottles,
      'pecharmant',
      'bergerac-rouge',
      'bergerac-sec',
      'bergerac-sec',
      'bergerac-rouge',
      'pecharmant',
    ),
    text: 'The Discovery Case',
    wood: [206, 178, 140],
    branded: '#2e2418',
  },
];
