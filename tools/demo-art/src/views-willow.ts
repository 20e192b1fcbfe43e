import { drawMedalsScene } from './news-awards.ts';
import { drawConcertScene } from './news-concert.ts';
import { drawCyclingScene } from './news-cycling.ts';
import { drawHarvestBasketScene } from './news-estate.ts';
import { drawFrostScene } from './news-frost.ts';
import type { PrintScene } from './print-scene.ts';
import { drawGrassBasketsView } from './view-baskets.ts';
import { drawCellarView } from './view-cellar.ts';
import { drawVillageView } from './view-village.ts';
import { drawMistyVinesView } from './view-vines.ts';
import { drawPicnicView, drawWillowEstateView } from './view-willow.ts';

export const willowViews: Record<string, () => PrintScene> = {
  estate: drawWillowEstateView,
  'vines-in-mist': drawMistyVinesView,
  cellar: drawCellarView,
  picnic: drawPicnicView,
  village: drawVillageView,
  hands: drawGrassBasketsView,
};

export const willowNews: Record<string, () => PrintScene> = {
  harvest: drawHarvestBasketScene,
  concert: drawConcertScene,
  medals: drawMedalsScene,
  cycling: drawCyclingScene,
  frost: drawFrostScene,
};
