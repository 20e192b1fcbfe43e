import type { Bottle } from './bottle.ts';
import { domaineBrandStyle as house } from './domaine.ts';
import { createJuiceBottle, createPineauBottle, createSparklingWineBottle, createLabelledStillWineBottle } from './formats.ts';
import type { LabelText } from './estate-brand-style.ts';
import { drawJuiceLabel, drawPineauLabel } from './label-spirit.ts';
import {
  drawPrestigeLabel,
  drawRedWineLabel,
  drawRoseWineLabel,
  drawSparklingWineLabel,
  drawWhiteWineLabel,
} from './label-wine.ts';

const GREEN = '#3f5a2a';
const OLIVE = '#7c7a34';
const OCHRE = '#a8741a';
const TERRACOTTA = '#a9502f';
const INK = '#2a2a1c';
const WINE = '#6a1a22';
const IGP = 'IGP Charentais';

function wine(name: string, cuvee: string, vintage: string, volume: string, degree: string, tone: string): LabelText {
  return { name, cuvee, appellation: IGP, vintage, volume: `${volume}\u00a0cl`, degree: `${degree}\u00a0% vol.`, tone };
}

const white = (key: string, text: LabelText, format: '37.5' | '50' | '75' | '150' = '75') =>
  createLabelledStillWineBottle(key, format, house, drawWhiteWineLabel(house, text), {
    glass: 'deadLeaf',
    liquid: 'white',
    capsule: text.tone,
  });

const red = (key: string, text: LabelText, format: '37.5' | '75' | 'burgundy' = '75') =>
  createLabelledStillWineBottle(key, format, house, drawRedWineLabel(house, text), {
    glass: 'darkGreen',
    liquid: 'red',
    capsule: text.tone,
  });

const prestige = (key: string, text: LabelText, format: '75' | '150', liquid: 'white' | 'red') =>
  createLabelledStillWineBottle(key, format, house, drawPrestigeLabel(house, text), {
    glass: liquid === 'red' ? 'antique' : 'deadLeaf',
    liquid,
    capsule: text.tone,
  });

const rose = (key: string, volume: string, format: '37.5' | '75' | '150') =>
  createLabelledStillWineBottle(
    key,
    format,
    house,
    drawRoseWineLabel(house, wine('Merlot et Cabernet', 'Aube', '2024', volume, '12,5', '#d9765a')),
    {
      glass: 'clear',
      liquid: 'rose',
      capsule: '#dfa08a',
    },
  );

const sweet = (volume: string) => wine('Blanc doux', 'Saint-Martin', '2023', volume, '11,5', OCHRE);
const barrel = (volume: string) => wine('Chardonnay', 'Fût de Chêne', '2022', volume, '13,5', '#33401f');
const oaks = (volume: string) =>
  wine('Cabernet', 'Les Vieux Chênes', volume === '150' ? '2020' : '2022', volume, '13,5', '#26231a');

export const domaineWines: Bottle[] = [
  white('chardonnay-les-terrasses', wine('Chardonnay', 'Les Terrasses', '2024', '75', '12,5', GREEN)),
  white('sauvignon-pierre-a-feu', wine('Sauvignon', 'Pierre à Feu', '2024', '75', '12', '#5a6a5c')),
  white('colombard-l-estran', wine('Colombard', 'L’Estran', '2024', '75', '11,5', OLIVE)),
  prestige('blanc-fut-de-chene', barrel('75'), '75', 'white'),
  prestige('blanc-fut-de-chene-magnum', barrel('150'), '150', 'white'),
  createLabelledStillWineBottle('blanc-doux-saint-martin', '75', house, drawWhiteWineLabel(house, sweet('75')), {
    glass: 'clear',
    liquid: 'gold',
    capsule: OCHRE,
  }),
  createLabelledStillWineBottle('blanc-doux-saint-martin-50', '50', house, drawWhiteWineLabel(house, sweet('50')), {
    glass: 'clear',
    liquid: 'gold',
    capsule: OCHRE,
  }),
  rose('rose-aube', '75', '75'),
  rose('rose-aube-half', '37,5', '37.5'),
  rose('rose-aube-magnum', '150', '150'),
  red('merlot-la-garenne', wine('Merlot', 'La Garenne', '2023', '75', '13', WINE)),
  red('merlot-la-garenne-half', wine('Merlot', 'La Garenne', '2022', '37,5', '13', WINE), '37.5'),
  prestige('cabernet-les-vieux-chenes', oaks('75'), '75', 'red'),
  prestige('cabernet-les-vieux-chenes-magnum', oaks('150'), '150', 'red'),
  red('pinot-noir-clos-du-puits', wine('Pinot noir', 'Clos du Puits', '2022', '75', '12,5', TERRACOTTA), 'burgundy'),
  red('rouge-tradition', wine('Merlot et Cabernet', 'Tradition', '2023', '75', '12,5', GREEN)),
  red('gamay-la-treille', wine('Gamay', 'La Treille', '2024', '75', '12', '#86651a'), 'burgundy'),
];

const bubbles = (name: string, cuvee: string, note: string, volume: string, tone: string): LabelText => ({
  name,
  cuvee,
  note,
  appellation: 'Vin mousseux de qualité',
  volume: `${volume}\u00a0cl`,
  degree: '12\u00a0% vol.',
  tone,
});

const brut = (volume: string) =>
  drawSparklingWineLabel(house, bubbles('Brut', 'Brut des Chênes', 'Méthode traditionnelle', volume, GREEN));

export const domaineSparkling: Bottle[] = [
  createSparklingWineBottle('brut-des-chenes', false, house, brut('75'), '#30421f', 'champagne', 'white'),
  createSparklingWineBottle('brut-des-chenes-magnum', true, house, brut('150'), '#30421f', 'champagne', 'white'),
  createSparklingWineBottle(
    'bulles-d-aube',
    false,
    house,
    drawSparklingWineLabel(house, bubbles('Brut rosé', 'Bulles d’Aube', 'Brut rosé', '75', TERRACOTTA)),
    '#c98468',
    'clear',
    'rose',
  ),
  createSparklingWineBottle(
    'jus-petillant-blanc',
    false,
    house,
    drawSparklingWineLabel(house, {
      name: 'Jus de raisin',
      cuvee: 'Jus pétillant',
      note: 'de raisin blanc',
      appellation: 'Sans alcool',
      volume: '75\u00a0cl',
      tone: '#b8861c',
    }),
    '#d9a93a',
    'paleGreen',
    'juiceWhite',
  ),
];

const pineau = (cuvee: string, note: string | undefined, volume: string, tone: string): LabelText => ({
  name: 'Pineau des Charentes',
  cuvee,
  ...(note ? { note } : {}),
  appellation: 'Appellation d’origine contrôlée',
  volume: `${volume}\u00a0cl`,
  degree: '17\u00a0% vol.',
  tone,
});

export const domainePineaux: Bottle[] = [
  createPineauBottle(
    'pineau-blanc',
    false,
    house,
    drawPineauLabel(house, pineau('Blanc', undefined, '75', OCHRE)),
    'clear',
    'pineauWhite',
    GREEN,
  ),
  createPineauBottle(
    'pineau-blanc-35',
    true,
    house,
    drawPineauLabel(house, pineau('Blanc', undefined, '35', OCHRE)),
    'clear',
    'pineauWhite',
    GREEN,
  ),
  createPineauBottle(
    'pineau-rose',
    false,
    house,
    drawPineauLabel(house, pineau('Rosé', undefined, '75', TERRACOTTA)),
    'clear',
    'pineauRose',
    TERRACOTTA,
  ),
  createPineauBottle(
    'pineau-rose-35',
    true,
    house,
    drawPineauLabel(house, pineau('Rosé', undefined, '35', TERRACOTTA)),
    'clear',
    'pineauRose',
    TERRACOTTA,
  ),
  createPineauBottle(
    'pineau-rouge',
    false,
    house,
    drawPineauLabel(house, pineau('Rouge', undefined, '75', WINE)),
    'clear',
    'pineauRed',
    WINE,
  ),
  createPineauBottle(
    'vieux-pineau-blanc',
    false,
    house,
    drawPineauLabel(house, pineau('Vieux blanc', '7 ans', '75', '#8a5a14')),
    'clear',
    'pineauOld',
    INK,
  ),
  createPineauBottle(
    'tres-vieux-pineau-rose',
    false,
    house,
    drawPineauLabel(house, pineau('Très Vieux rosé', '12 ans', '75', '#8a3a1e')),
    'clear',
    'pineauOldRose',
    INK,
  ),
];

const must = (cuvee: string, note: string, volume: string, tone: string): LabelText => ({
  name: 'Jus de raisin',
  cuvee,
  note,
  appellation: '',
  volume,
  tone,
});

const juices = (
  colour: string,
  note: string,
  tone: string,
  liquid: Bottle['liquid'],
  cap: string,
  isSmall: boolean,
): Bottle[] => {
  const key = `jus-de-raisin-${colour.toLowerCase().replace('é', 'e')}`;
  const one = createJuiceBottle(key, 'litre', drawJuiceLabel(house, must(colour, note, '1\u00a0l', tone)), liquid, cap);
  if (!isSmall) return [one];
  return [
    one,
    createJuiceBottle(`${key}-25`, 'small', drawJuiceLabel(house, must(colour, note, '25\u00a0cl', tone)), liquid, cap),
  ];
};

export const domaineJuices: Bottle[] = [
  ...juices('Blanc', 'Ugni blanc', '#e0a526', 'juiceWhite', '#d99f22', true),
  ...juices('Rosé', 'Merlot', '#d9765a', 'juiceRose', '#d0705a', true),
  ...juices('Rouge', 'Cabernet', '#7a1f3a', 'juiceRed', '#6a1a30', false),
];
