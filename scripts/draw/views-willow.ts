import type { Scene } from './press.ts';
import { estate } from './view-estate.ts';

export const willowViews: Record<string, () => Scene> = {
  estate,
  'vines-in-mist': estate,
  cellar: estate,
  picnic: estate,
  village: estate,
  hands: estate,
};

export const willowNews: Record<string, () => Scene> = {
  harvest: estate,
  concert: estate,
  medals: estate,
  cycling: estate,
  frost: estate,
};
