import type { Bottle } from './bottle.ts';
import { createJuiceBottle, createSparklingWineBottle, createLabelledStillWineBottle } from './formats.ts';
import type { LabelText } from './estate-brand-style.ts';
import { drawJuiceLabel } from './label-spirit.ts';
import {
  drawPrestigeLabel,
  drawRedWineLabel,
  drawRoseWineLabel,
  drawSparklingWineLabel,
  drawWhiteWineLabel,
} from './label-wine.ts';
import { willowHillBrandStyle as house } from './willow-hill.ts';

const RED = '#7a1f2b';
const SLATE = '#2e3a42';
const BRASS = '#9a7a30';

function wine(
  name: string,
  cuvee: string,
  appellation: string,
  vintage: string,
  volume: string,
  degree: string,
  tone: string,
): LabelText {
  return { name, cuvee, appellation, vintage, volume: `${volume}\u00a0cl`, degree: `${degree}\u00a0% vol`, tone };
}

const ridge = (vintage: string, volume: string) =>
  wine('Pécharmant', 'The Ridge', 'Pécharmant AOC', vintage, volume, '14', '#23282c');
const chalk = (volume: string) => wine('Bergerac Sec', 'Chalk', 'Bergerac Sec AOC', '2024', volume, '12.5', '#7b8a86');
const mist = (volume: string) => wine('Monbazillac', 'Morning Mist', 'Monbazillac AOC', '2020', volume, '13', BRASS);
const lawn = (volume: string) => wine('Bergerac Rosé', 'Lawn', 'Bergerac Rosé AOC', '2024', volume, '12.5', '#c9685f');
const darkRed = { glass: 'darkGreen', liquid: 'red' } as const;
const pale = { glass: 'paleGreen', liquid: 'dry' } as const;
const golden = { glass: 'clear', liquid: 'gold' } as const;
const pink = { glass: 'clear', liquid: 'rose', capsule: '#d99a92' } as const;

export const willowBottles: Bottle[] = [
  createLabelledStillWineBottle('pecharmant', '75', house, drawPrestigeLabel(house, ridge('2021', '75')), {
    ...darkRed,
    capsule: '#23282c',
  }),
  createLabelledStillWineBottle('pecharmant-magnum', '150', house, drawPrestigeLabel(house, ridge('2020', '150')), {
    ...darkRed,
    capsule: '#23282c',
  }),
  createLabelledStillWineBottle(
    'bergerac-rouge',
    '75',
    house,
    drawRedWineLabel(house, wine('Bergerac Rouge', 'Old Mill', 'Bergerac AOC', '2023', '75', '13.5', RED)),
    { ...darkRed, capsule: RED },
  ),
  createLabelledStillWineBottle(
    'cotes-de-bergerac',
    '75',
    house,
    drawRedWineLabel(
      house,
      wine('Côtes de Bergerac', 'Willow Block', 'Côtes de Bergerac AOC', '2022', '75', '14', SLATE),
    ),
    { ...darkRed, capsule: SLATE },
  ),
  createLabelledStillWineBottle('bergerac-sec', '75', house, drawWhiteWineLabel(house, chalk('75')), {
    ...pale,
    capsule: '#7b8a86',
  }),
  createLabelledStillWineBottle('bergerac-sec-half', '37.5', house, drawWhiteWineLabel(house, chalk('37.5')), {
    ...pale,
    capsule: '#7b8a86',
  }),
  createLabelledStillWineBottle(
    'bergerac-sec-barrel',
    'burgundy',
    house,
    drawWhiteWineLabel(house, wine('Bergerac Sec', 'Slow Barrel', 'Bergerac Sec AOC', '2022', '75', '13', SLATE)),
    { glass: 'deadLeaf', liquid: 'white', capsule: SLATE },
  ),
  createLabelledStillWineBottle(
    'rosette',
    '75',
    house,
    drawWhiteWineLabel(house, wine('Rosette', 'First Light', 'Rosette AOC', '2023', '75', '12', '#a98a3a')),
    { ...pale, capsule: '#b99a4a' },
  ),
  createLabelledStillWineBottle('monbazillac', '75', house, drawWhiteWineLabel(house, mist('75')), {
    ...golden,
    capsule: BRASS,
  }),
  createLabelledStillWineBottle('monbazillac-50', '50', house, drawWhiteWineLabel(house, mist('50')), {
    ...golden,
    capsule: BRASS,
  }),
  createLabelledStillWineBottle(
    'saussignac',
    '50',
    house,
    drawPrestigeLabel(house, wine('Saussignac', 'Late Walk', 'Saussignac AOC', '2019', '50', '13', SLATE)),
    { ...golden, capsule: SLATE },
  ),
  createLabelledStillWineBottle('bergerac-rose', '75', house, drawRoseWineLabel(house, lawn('75')), pink),
  createLabelledStillWineBottle('bergerac-rose-magnum', '150', house, drawRoseWineLabel(house, lawn('150')), pink),
  createLabelledStillWineBottle(
    'malbec',
    '75',
    house,
    drawRedWineLabel(house, wine('Malbec', 'Kitchen Garden', 'Périgord IGP', '2023', '75', '13', '#4a3a4c')),
    { ...darkRed, capsule: '#4a3a4c' },
  ),
  createSparklingWineBottle(
    'sparkling-brut',
    false,
    house,
    drawSparklingWineLabel(house, {
      name: 'Brut',
      cuvee: 'Willow Brut',
      note: 'Traditional method',
      appellation: 'Quality sparkling wine',
      volume: '75\u00a0cl',
      degree: '12\u00a0% vol',
      tone: BRASS,
    }),
    '#2e3a42',
    'champagne',
    'white',
  ),
  createJuiceBottle(
    'grape-juice-white',
    'bottle',
    drawJuiceLabel(house, {
      name: 'Grape juice',
      cuvee: 'White',
      note: 'Sémillon',
      appellation: '',
      volume: '75\u00a0cl',
      tone: '#c9a64a',
    }),
    'juiceWhite',
    '#2e3a42',
  ),
  createJuiceBottle(
    'grape-juice-white-25',
    'small',
    drawJuiceLabel(house, {
      name: 'Grape juice',
      cuvee: 'White',
      note: 'Sémillon',
      appellation: '',
      volume: '25\u00a0cl',
      tone: '#c9a64a',
    }),
    'juiceWhite',
    '#2e3a42',
  ),
];
