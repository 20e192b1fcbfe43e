import type { Bottle, BottleStopper } from './bottle.ts';
import {
  createAmphoraShape,
  createCarafeShape,
  createCognacaiseShape,
  createColumnCarafeShape,
  createDecanterShape,
  createFlagonShape,
} from './carafes.ts';
import { domaineBrandStyle as house } from './domaine.ts';
import type { LabelText } from './estate-brand-style.ts';
import { drawCognacLabel, drawMedallionLabel, drawLabelBelowMedallion } from './label-spirit.ts';
import { drawBottleCollarLabel } from './label-wine.ts';
import { createSurface } from './materials.ts';

const INK = '#26231a';

const text = (name: string, appellation: string, volume = '70', cuvee?: string, tone = '#3f5a2a'): LabelText => ({
  name,
  ...(cuvee ? { cuvee } : {}),
  appellation,
  volume: `${volume}\u00a0cl`,
  degree: '40\u00a0% vol.',
  tone,
});

/** Creates a cork with a turned wooden head. */
const wooden = (hex: string, k = 1): BottleStopper => ({
  surface: createSurface('wood', hex),
  top: 14 * k,
  steps: [
    [0.8, 16 * k, 1.6, 16.6 * k, 3, 16.8 * k],
    [13, 16.8 * k],
    [14.4, 16.6 * k, 15, 15.8 * k, 15.4, 14.6 * k],
  ],
  height: 16,
});

/** A ball of cut glass. */
const crystal: BottleStopper = {
  surface: createSurface('crystal', '#b9c1bd'),
  top: 4,
  steps: [
    [1, 12, 6, 21.5, 20, 21.5],
    [33, 21.5, 38, 14, 42, 11],
    [45, 10.4],
    [46, 15.6],
  ],
  height: 48,
};

const vs = drawCognacLabel(house, text('VS', 'Cognac Fins Bois', '70', undefined), {
  width: 86,
  height: 58,
  cut: 'plain',
  isDark: false,
});
const vs35 = drawCognacLabel(house, text('VS', 'Cognac Fins Bois', '35', undefined), {
  width: 68,
  height: 46,
  cut: 'plain',
  isDark: false,
});

export const domaineCognacs: Bottle[] = [
  {
    key: 'cognac-vs',
    shape: createCognacaiseShape(),
    glass: 'clear',
    liquid: 'cognacYoung',
    capsule: { surface: createSurface('tin', '#3f5a2a') },
    labels: [{ top: 168, art: vs }],
  },
  {
    key: 'cognac-vs-35',
    shape: createCognacaiseShape(228, 32),
    glass: 'clear',
    liquid: 'cognacYoung',
    capsule: { surface: createSurface('tin', '#3f5a2a') },
    labels: [{ top: 138, art: vs35 }],
  },
  {
    key: 'cognac-vsop',
    shape: createFlagonShape(),
    glass: 'clear',
    liquid: 'cognac',
    stopper: wooden('#33401f'),
    labels: [
      {
        top: 136,
        art: drawCognacLabel(house, text('VSOP', 'Cognac Fins Bois', '70', 'Vieilli en fûts de chêne'), {
          width: 88,
          height: 66,
          cut: 'notched',
          isDark: false,
        }),
      },
    ],
  },
  {
    key: 'cognac-napoleon',
    shape: createAmphoraShape(),
    glass: 'clear',
    liquid: 'cognac',
    stopper: wooden('#4a2c17'),
    labels: [
      {
        top: 130,
        art: drawCognacLabel(house, text('Napoléon', 'Cognac Fins Bois', '70', 'Dix ans de chai', '#33401f'), {
          width: 82,
          height: 64,
          cut: 'oval',
          isDark: true,
        }),
      },
    ],
  },
  {
    key: 'cognac-xo',
    shape: createDecanterShape(),
    glass: 'heavyClear',
    liquid: 'cognacOld',
    stopper: wooden('#3a2416', 1.12),
    labels: [
      {
        top: 138,
        art: drawCognacLabel(house, text('XO', 'Cognac Fins Bois', '70', 'Extra Old', INK), {
          width: 78,
          height: 62,
          cut: 'oval',
          isDark: true,
        }),
      },
      { top: 44, art: drawBottleCollarLabel(house, 60, 13, INK) },
    ],
  },
  {
    key: 'cognac-reserve-de-la-famille',
    shape: createCarafeShape(),
    glass: 'heavyClear',
    liquid: 'cognacOld',
    stopper: crystal,
    isCapped: true,
    labels: [
      {
        top: 126,
        art: drawMedallionLabel(house, text('Cognac hors d’âge', 'Fins Bois', '70', 'Réserve de la Famille', INK)),
      },
      { top: 197, art: drawLabelBelowMedallion(house, text('Cognac hors d’âge', 'Appellation d’origine contrôlée')) },
    ],
  },
  {
    key: 'cognac-millesime-1998',
    shape: createColumnCarafeShape(),
    glass: 'heavyClear',
    liquid: 'cognacOld',
    capsule: { surface: createSurface('wax', '#5a1a14'), ragged: 16, thick: 1.6 },
    labels: [
      {
        top: 142,
        art: drawCognacLabel(house, text('1998', 'Cognac Petite Champagne', '70', 'Millésime', '#8a3a1e'), {
          width: 80,
          height: 84,
          cut: 'arch',
          isDark: false,
        }),
      },
    ],
  },
];
