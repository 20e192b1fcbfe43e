import { drawMedalsScene } from './news-awards.ts';
import { drawConcertScene } from './news-concert.ts';
import { drawCyclingScene } from './news-cycling.ts';
import { drawHarvestBasketScene } from './news-estate.ts';
import { drawFrostScene } from './news-frost.ts';
import type { PrintScene } from './print-scene.ts';
import { drawGrassBasketsScene } from './view-baskets.ts';
import { drawCellarScene } from './view-cellar.ts';
import { drawVillageScene } from './view-village.ts';
import { drawMistyVinesScene } from './view-vines.ts';
import { drawPicnicScene, drawWillowEstateScene } from './view-willow.ts';

export const willowViewDrawersByName: Record<string, () => PrintScene> = {
  estate: drawWillowEstateScene,
  'vines-in-mist': drawMistyVinesScene,
  cellar: drawCellarScene,
  picnic: drawPicnicScene,
  village: drawVillageScene,
  hands: drawGrassBasketsScene,
};

export const willowNewsDrawersByName: Record<string, () => PrintScene> = {
  harvest: drawHarvestBasketScene,
  concert: drawConcertScene,
  medals: drawMedalsScene,
  cycling: drawCyclingScene,
  frost: drawFrostScene,
};
