import { medals } from './news-awards.ts';
import { pineauNouveau, portesOuvertes, vendanges } from './news-estate.ts';
import { noel, taille } from './news-winter.ts';
import type { Scene } from './press.ts';
import { cellar } from './view-cellar.ts';
import { estate } from './view-estate.ts';
import { campingCars, motorhomes } from './view-motorhomes.ts';
import { river } from './view-river.ts';
import { distillation, still } from './view-still.ts';
import { hands, pressRoom, table } from './view-still-life.ts';
import { harvest, winter } from './view-vines.ts';

export const domaineViews: Record<string, () => Scene> = {
  estate,
  'vines-in-winter': winter,
  cellar,
  motorhomes,
  press: pressRoom,
  hands,
  still,
  harvest,
  river,
  table,
};

export const domaineNews: Record<string, () => Scene> = {
  vendanges,
  medailles: medals,
  noel,
  'pineau-nouveau': pineauNouveau,
  'camping-cars': campingCars,
  distillation,
  taille,
  'portes-ouvertes': portesOuvertes,
};
