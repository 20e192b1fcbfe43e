import { barrel } from './barrels.ts';
import { n2 } from './curve.ts';
import { INK, STONE, SUN } from './inks.ts';
import type { Scene, Shape, Tones } from './press.ts';
import { box, disc } from './scenery.ts';

const W = 2400;
const H = 1600;

/** A vaulted cellar with two tiers of barrels on each side, lamps and an arcLine door at the end. */
export function cellar(): Scene {
  const [vx, vy] = [1200, 800];
  const shapes: Shape[] = [box(0, 0, W, H, [0.32, 0, 0.5, 0.8])];
  // The ribs of the vault become lighter towards the door.
  const steps = 9;
  for (let i = 0; i <= steps; i++) {
    const k = 1 / (1 + i * 0.62);
    const half = 1500 * k;
    const top = vy - 900 * k;
    const foot = vy + 640 * k;
    const t = i / steps;
    const tones: Tones = [0.45 + 0.5 * t, 0, 0.55 - 0.3 * t, 0.66 * (1 - t) ** 1.4];
    const d = `M${n2(vx - half)} ${n2(foot)}V${n2(vy - 120 * k)}C${n2(vx - half)} ${n2(top + 40 * k)} ${n2(vx - half * 0.5)} ${n2(top)} ${vx} ${n2(top)}S${n2(vx + half)} ${n2(top + 40 * k)} ${n2(vx + half)} ${n2(vy - 120 * k)}V${n2(foot)}Z`;
    shapes.push({ d, tones });
    shapes.push({ d, tones: [0.8, 0, 0.4, 0.1 + 0.2 * (1 - t)], stroke: 30 * k });
  }
  const floor = `M0 1600L${vx - 250} 905H${vx + 250}L2400 1600Z`;
  shapes.push({ d: floor, tones: [0.9, 0, 0.25, 0.05], to: [0.5, 0, 0.55, 0.5] });
  for (let i = 0; i < 8; i++) {
    const k = 1 / (1 + i * 0.55);
    shapes.push({
      d: `M${n2(vx - 1500 * k)} ${n2(vy + 800 * k)}H${n2(vx + 1500 * k)}`,
      tones: [0.5, 0, 0.5, 0.3],
      stroke: 5 * k,
    });
  }
  const door = `M${vx - 92} 918V740A92 110 0 0 1 ${vx + 92} 740V918Z`;
  shapes.push({ d: door, tones: SUN, to: STONE });
  shapes.push({
    d: `M${vx - 92} 918V880C${vx - 40} 850 ${vx + 30} 872 ${vx + 92} 862V918Z`,
    tones: [0.3, 0.9, 0, 0.1],
  });
  shapes.push({ d: door, tones: INK, stroke: 9 });
  shapes.push({
    d: `M${vx - 92} 918L${vx - 520} 1600H${vx + 520}L${vx + 92} 918Z`,
    tones: [0.7, 0, 0.1, 0],
    to: [0.85, 0, 0.35, 0.12],
  });
  for (let i = 8; i >= 0; i--) {
    const k = 1 / (1 + i * 0.42);
    const r = 335 * k;
    for (const side of [-1, 1]) {
      const x = vx + side * 1010 * k;
      const low = vy + 400 * k;
      shapes.push(...barrel(x, low - r * 1.86, r, side * 0.62), ...barrel(x, low, r, side * 0.62));
      shapes.push(box(x - r * 0.75, low + r * 0.94, r * 1.5, r * 0.2, INK));
    }
  }
  for (const k of [0.28, 0.42, 0.68]) {
    const y = vy - 760 * k;
    shapes.push({ d: `M${vx} ${n2(y - 200 * k)}V${n2(y)}`, tones: INK, stroke: 8 * k });
    shapes.push(disc(vx, y + 40 * k, 150 * k, [0.9, 0, 0.2, 0], [0.5, 0, 0.5, 0.3], 'radial'));
    shapes.push({
      d: `M${n2(vx - 70 * k)} ${n2(y + 30 * k)}L${n2(vx - 22 * k)} ${n2(y - 22 * k)}H${n2(vx + 22 * k)}L${n2(vx + 70 * k)} ${n2(y + 30 * k)}Z`,
      tones: INK,
    });
    shapes.push(disc(vx, y + 44 * k, 26 * k, STONE));
  }
  return { width: W, height: H, shapes };
}
