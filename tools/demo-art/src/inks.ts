import type { InkTones } from './print-scene.ts';

/** Tones used with both palettes, in the order of the plates: light, middle, third, dark. */
export const PAPER_TONES: InkTones = [0, 0, 0, 0];
export const SUN_TONES: InkTones = [1, 0, 0, 0];
export const SUN_LOW_TONES: InkTones = [0.9, 0, 0.34, 0];
export const SKY_TONES: InkTones = [0.05, 0, 0, 0];
export const DUSK_TONES: InkTones = [0.8, 0, 0.14, 0];
export const HAZE_TONES: InkTones = [0.4, 0.2, 0.08, 0];
export const MEADOW_TONES: InkTones = [0.75, 0.45, 0, 0];
export const LEAF_TONES: InkTones = [0.36, 0.95, 0, 0.05];
export const LEAF_DEEP_TONES: InkTones = [0, 0.95, 0, 0.5];
export const LEAF_DARK_TONES: InkTones = [0, 0.9, 0, 0.68];
export const CLAY_TONES: InkTones = [0.2, 0, 1, 0];
export const CLAY_DEEP_TONES: InkTones = [0, 0, 0.9, 0.5];
export const OAK_TONES: InkTones = [0.85, 0, 0.42, 0.05];
export const OAK_DEEP_TONES: InkTones = [0.4, 0, 0.6, 0.5];
export const STONE_TONES: InkTones = [0.14, 0, 0, 0];
export const STONE_SHADE_TONES: InkTones = [0.5, 0, 0.3, 0];
export const SLATE_TONES: InkTones = [0, 0, 0.08, 0.84];
export const SLATE_LIGHT_TONES: InkTones = [0, 0.1, 0.1, 0.55];
export const INK_TONES: InkTones = [0, 0, 0.15, 1];
export const THIRD_INK_TONES: InkTones = [0, 0, 1, 0];
