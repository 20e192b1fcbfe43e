import { drawMedalsScene } from './news-awards.ts';
import { drawNewPineauScene, drawOpenDaysScene, drawHarvestBasketScene } from './news-estate.ts';
import { drawChristmasScene, drawPruningScene } from './news-winter.ts';
import type { PrintScene } from './print-scene.ts';
import { drawCellarView } from './view-cellar.ts';
import { drawEstateView } from './view-estate.ts';
import { drawMotorhomeCloseUpView, drawMotorhomesView } from './view-motorhomes.ts';
import { drawRiverView } from './view-river.ts';
import { drawDistillationView, drawStillView } from './view-still.ts';
import { drawGrapesBasketView, drawPressRoomView, drawEveningTableView } from './view-still-life.ts';
import { drawHarvestView, drawWinterVinesView } from './view-vines.ts';

export const domaineViews: Record<string, () => PrintScene> = {
  estate: drawEstateView,
  'vines-in-winter': drawWinterVinesView,
  cellar: drawCellarView,
  motorhomes: drawMotorhomesView,
  press: drawPressRoomView,
  hands: drawGrapesBasketView,
  still: drawStillView,
  harvest: drawHarvestView,
  river: drawRiverView,
  table: drawEveningTableView,
};

export const domaineNews: Record<string, () => PrintScene> = {
  vendanges: drawHarvestBasketScene,
  medailles: drawMedalsScene,
  noel: drawChristmasScene,
  'pineau-nouveau': drawNewPineauScene,
  'camping-cars': drawMotorhomeCloseUpView,
  distillation: drawDistillationView,
  taille: drawPruningScene,
  'portes-ouvertes': drawOpenDaysScene,
};
