import type { InkDensities } from './print-scene.ts';

/**
 * Colours for both palettes. Each mix is one colour: the density of the four inks, in the order light, middle, third,
 * dark.
 */
export const PAPER_COLOUR_INK_DENSITIES: InkDensities = [0, 0, 0, 0];
export const SUN_COLOUR_INK_DENSITIES: InkDensities = [1, 0, 0, 0];
export const LOW_SUN_COLOUR_INK_DENSITIES: InkDensities = [0.9, 0, 0.34, 0];
export const SKY_COLOUR_INK_DENSITIES: InkDensities = [0.05, 0, 0, 0];
export const DUSK_COLOUR_INK_DENSITIES: InkDensities = [0.8, 0, 0.14, 0];
export const HAZE_COLOUR_INK_DENSITIES: InkDensities = [0.4, 0.2, 0.08, 0];
export const MEADOW_COLOUR_INK_DENSITIES: InkDensities = [0.75, 0.45, 0, 0];
export const LEAF_COLOUR_INK_DENSITIES: InkDensities = [0.36, 0.95, 0, 0.05];
export const DEEP_LEAF_COLOUR_INK_DENSITIES: InkDensities = [0, 0.95, 0, 0.5];
export const DARK_LEAF_COLOUR_INK_DENSITIES: InkDensities = [0, 0.9, 0, 0.68];
export const CLAY_COLOUR_INK_DENSITIES: InkDensities = [0.2, 0, 1, 0];
export const DEEP_CLAY_COLOUR_INK_DENSITIES: InkDensities = [0, 0, 0.9, 0.5];
export const OAK_COLOUR_INK_DENSITIES: InkDensities = [0.85, 0, 0.42, 0.05];
export const DEEP_OAK_COLOUR_INK_DENSITIES: InkDensities = [0.4, 0, 0.6, 0.5];
export const STONE_COLOUR_INK_DENSITIES: InkDensities = [0.14, 0, 0, 0];
export const SHADED_STONE_COLOUR_INK_DENSITIES: InkDensities = [0.5, 0, 0.3, 0];
export const SLATE_COLOUR_INK_DENSITIES: InkDensities = [0, 0, 0.08, 0.84];
export const LIGHT_SLATE_COLOUR_INK_DENSITIES: InkDensities = [0, 0.1, 0.1, 0.55];
export const BLACK_COLOUR_INK_DENSITIES: InkDensities = [0, 0, 0.15, 1];
export const THIRD_COLOUR_INK_DENSITIES: InkDensities = [0, 0, 1, 0];
