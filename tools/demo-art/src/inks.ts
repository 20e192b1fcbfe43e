import type { Tones } from './press.ts';

/** Tones used with both palettes, in the order of the plates: light, middle, third, dark. */
export const PAPER: Tones = [0, 0, 0, 0];
export const SUN: Tones = [1, 0, 0, 0];
export const SUN_LOW: Tones = [0.9, 0, 0.34, 0];
export const SKY: Tones = [0.05, 0, 0, 0];
export const DUSK: Tones = [0.8, 0, 0.14, 0];
export const HAZE: Tones = [0.4, 0.2, 0.08, 0];
export const MEADOW: Tones = [0.75, 0.45, 0, 0];
export const LEAF: Tones = [0.36, 0.95, 0, 0.05];
export const LEAF_DEEP: Tones = [0, 0.95, 0, 0.5];
export const LEAF_DARK: Tones = [0, 0.9, 0, 0.68];
export const CLAY: Tones = [0.2, 0, 1, 0];
export const CLAY_DEEP: Tones = [0, 0, 0.9, 0.5];
export const OAK: Tones = [0.85, 0, 0.42, 0.05];
export const OAK_DEEP: Tones = [0.4, 0, 0.6, 0.5];
export const STONE: Tones = [0.14, 0, 0, 0];
export const STONE_SHADE: Tones = [0.5, 0, 0.3, 0];
export const SLATE: Tones = [0, 0, 0.08, 0.84];
export const SLATE_LIGHT: Tones = [0, 0.1, 0.1, 0.55];
export const INK: Tones = [0, 0, 0.15, 1];
export const THIRD: Tones = [0, 0, 1, 0];
