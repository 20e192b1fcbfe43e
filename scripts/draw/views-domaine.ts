import type { Scene } from './press.ts';
import { estate } from './view-estate.ts';

export const domaineViews: Record<string, () => Scene> = {
  estate,
  'vines-in-winter': estate,
  cellar: estate,
  motorhomes: estate,
  press: estate,
  hands: estate,
  still: estate,
  harvest: estate,
  river: estate,
  table: estate,
};

export const domaineNews: Record<string, () => Scene> = {
  vendanges: estate,
  medailles: estate,
  noel: estate,
  'pineau-nouveau': estate,
  'camping-cars': estate,
  distillation: estate,
  taille: estate,
  'portes-ouvertes': estate,
};
