import { drawBarrelShapes } from './barrels.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, STONE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES } from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape } from './scenery.ts';

const W = 2400;
const H = 1600;

/** Draws a vaulted cellar with two tiers of barrels on each side, lamps and an arched door at the end. */
export function drawCellarScene(): PrintScene {
  const [vx, vy] = [1200, 800];
  const shapes: SceneShape[] = [drawBoxShape(0, 0, W, H, [0.32, 0, 0.5, 0.8])];
  // The ribs of the vault become lighter towards the door.
  const steps = 9;
  for (let i = 0; i <= steps; i++) {
    const k = 1 / (1 + i * 0.62);
    const half = 1500 * k;
    const top = vy - 900 * k;
    const foot = vy + 640 * k;
    const t = i / steps;
    const mix: InkDensities = [0.45 + 0.5 * t, 0, 0.55 - 0.3 * t, 0.66 * (1 - t) ** 1.4];
    const d = `M${formatRoundedToTwoDecimals(vx - half)} ${formatRoundedToTwoDecimals(foot)}V${formatRoundedToTwoDecimals(vy - 120 * k)}C${formatRoundedToTwoDecimals(vx - half)} ${formatRoundedToTwoDecimals(top + 40 * k)} ${formatRoundedToTwoDecimals(vx - half * 0.5)} ${formatRoundedToTwoDecimals(top)} ${vx} ${formatRoundedToTwoDecimals(top)}S${formatRoundedToTwoDecimals(vx + half)} ${formatRoundedToTwoDecimals(top + 40 * k)} ${formatRoundedToTwoDecimals(vx + half)} ${formatRoundedToTwoDecimals(vy - 120 * k)}V${formatRoundedToTwoDecimals(foot)}Z`;
    shapes.push({ d, mix });
    shapes.push({ d, mix: [0.8, 0, 0.4, 0.1 + 0.2 * (1 - t)], stroke: 30 * k });
  }
  const floor = `M0 1600L${vx - 250} 905H${vx + 250}L2400 1600Z`;
  shapes.push({ d: floor, mix: [0.9, 0, 0.25, 0.05], to: [0.5, 0, 0.55, 0.5] });
  for (let i = 0; i < 8; i++) {
    const k = 1 / (1 + i * 0.55);
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(vx - 1500 * k)} ${formatRoundedToTwoDecimals(vy + 800 * k)}H${formatRoundedToTwoDecimals(vx + 1500 * k)}`,
      mix: [0.5, 0, 0.5, 0.3],
      stroke: 5 * k,
    });
  }
  const door = `M${vx - 92} 918V740A92 110 0 0 1 ${vx + 92} 740V918Z`;
  shapes.push({ d: door, mix: SUN_COLOUR_INK_DENSITIES, to: STONE_COLOUR_INK_DENSITIES });
  shapes.push({
    d: `M${vx - 92} 918V880C${vx - 40} 850 ${vx + 30} 872 ${vx + 92} 862V918Z`,
    mix: [0.3, 0.9, 0, 0.1],
  });
  shapes.push({ d: door, mix: BLACK_COLOUR_INK_DENSITIES, stroke: 9 });
  shapes.push({
    d: `M${vx - 92} 918L${vx - 520} 1600H${vx + 520}L${vx + 92} 918Z`,
    mix: [0.7, 0, 0.1, 0],
    to: [0.85, 0, 0.35, 0.12],
  });
  for (let i = 8; i >= 0; i--) {
    const k = 1 / (1 + i * 0.42);
    const r = 335 * k;
    for (const side of [-1, 1]) {
      const x = vx + side * 1010 * k;
      const low = vy + 400 * k;
      shapes.push(...drawBarrelShapes(x, low - r * 1.86, r, side * 0.62), ...drawBarrelShapes(x, low, r, side * 0.62));
      shapes.push(drawBoxShape(x - r * 0.75, low + r * 0.94, r * 1.5, r * 0.2, BLACK_COLOUR_INK_DENSITIES));
    }
  }
  for (const k of [0.28, 0.42, 0.68]) {
    const y = vy - 760 * k;
    shapes.push({
      d: `M${vx} ${formatRoundedToTwoDecimals(y - 200 * k)}V${formatRoundedToTwoDecimals(y)}`,
      mix: BLACK_COLOUR_INK_DENSITIES,
      stroke: 8 * k,
    });
    shapes.push(drawDiscShape(vx, y + 40 * k, 150 * k, [0.9, 0, 0.2, 0], [0.5, 0, 0.5, 0.3], 'radial'));
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(vx - 70 * k)} ${formatRoundedToTwoDecimals(y + 30 * k)}L${formatRoundedToTwoDecimals(vx - 22 * k)} ${formatRoundedToTwoDecimals(y - 22 * k)}H${formatRoundedToTwoDecimals(vx + 22 * k)}L${formatRoundedToTwoDecimals(vx + 70 * k)} ${formatRoundedToTwoDecimals(y + 30 * k)}Z`,
      mix: BLACK_COLOUR_INK_DENSITIES,
    });
    shapes.push(drawDiscShape(vx, y + 44 * k, 26 * k, STONE_COLOUR_INK_DENSITIES));
  }
  return { width: W, height: H, shapes };
}
