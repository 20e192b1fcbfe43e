import { drawMedalsScene } from './news-awards.ts';
import { drawNewPineauScene, drawOpenDaysScene, drawHarvestBasketScene } from './news-estate.ts';
import { drawChristmasScene, drawPruningScene } from './news-winter.ts';
import type { PrintScene } from './print-scene.ts';
import { drawCellarScene } from './view-cellar.ts';
import { drawEstateScene } from './view-estate.ts';
import { drawMotorhomeCloseUpScene, drawMotorhomesScene } from './view-motorhomes.ts';
import { drawRiverScene } from './view-river.ts';
import { drawDistillationScene, drawStillScene } from './view-still.ts';
import { drawGrapesBasketScene, drawPressRoomScene, drawEveningTableScene } from './view-still-life.ts';
import { drawHarvestScene, drawWinterVinesScene } from './view-vines.ts';

export const domaineViewDrawersByName: Record<string, () => PrintScene> = {
  estate: drawEstateScene,
  'vines-in-winter': drawWinterVinesScene,
  cellar: drawCellarScene,
  motorhomes: drawMotorhomesScene,
  press: drawPressRoomScene,
  hands: drawGrapesBasketScene,
  still: drawStillScene,
  harvest: drawHarvestScene,
  river: drawRiverScene,
  table: drawEveningTableScene,
};

export const domaineNewsDrawersByName: Record<string, () => PrintScene> = {
  vendanges: drawHarvestBasketScene,
  medailles: drawMedalsScene,
  noel: drawChristmasScene,
  'pineau-nouveau': drawNewPineauScene,
  'camping-cars': drawMotorhomeCloseUpScene,
  distillation: drawDistillationScene,
  taille: drawPruningScene,
  'portes-ouvertes': drawOpenDaysScene,
};
