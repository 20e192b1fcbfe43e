import type { Shot } from './film.ts';

export const domaineFilms: Record<string, Shot[]> = {
  'une-annee': [
    { view: 'vines-in-winter', from: { x: 0.3, y: 0.45, width: 0.9 }, to: { x: 0.55, y: 0.5, width: 0.6 } },
    { view: 'harvest', from: { x: 0.65, y: 0.55, width: 0.6 }, to: { x: 0.4, y: 0.5, width: 0.85 } },
    { view: 'still', from: { x: 0.5, y: 0.5, width: 0.9 }, to: { x: 0.45, y: 0.6, width: 0.55 } },
    { view: 'cellar', from: { x: 0.5, y: 0.55, width: 0.55 }, to: { x: 0.5, y: 0.5, width: 0.95 } },
    { view: 'estate', from: { x: 0.6, y: 0.4, width: 0.6 }, to: { x: 0.5, y: 0.5, width: 0.95 } },
  ],
};

export const willowFilms: Record<string, Shot[]> = {
  'a-day': [
    { view: 'vines-in-mist', from: { x: 0.3, y: 0.45, width: 0.9 }, to: { x: 0.6, y: 0.4, width: 0.6 } },
    { view: 'hands', from: { x: 0.5, y: 0.6, width: 0.55 }, to: { x: 0.5, y: 0.5, width: 0.9 } },
    { view: 'cellar', from: { x: 0.5, y: 0.5, width: 0.95 }, to: { x: 0.5, y: 0.55, width: 0.6 } },
    { view: 'picnic', from: { x: 0.35, y: 0.55, width: 0.6 }, to: { x: 0.6, y: 0.5, width: 0.85 } },
    { view: 'estate', from: { x: 0.55, y: 0.4, width: 0.6 }, to: { x: 0.5, y: 0.5, width: 0.95 } },
  ],
};
