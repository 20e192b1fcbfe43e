import { n2, polygon } from './curve.ts';
import { CLAY, INK, LEAF_DARK, OAK, OAK_DEEP, PAPER, SLATE, SLATE_LIGHT, STONE, STONE_SHADE, SUN } from './inks.ts';
import type { Shape } from './press.ts';
import { box, disc } from './scenery.ts';

/** A motorhome seen from the side with its cab on the left; (x, y) is its lower left corner. */
export function motorhome(x: number, y: number, w: number, awning = true): Shape[] {
  const h = w * 0.43;
  const p = (dx: number, dy: number): string => `${n2(x + dx * w)} ${n2(y - dy * w)}`;
  const body = `M${p(0.02, 0.08)}L${p(0.03, 0.17)}L${p(0.1, 0.28)}C${p(0.07, 0.33)} ${p(0.07, 0.43)} ${p(0.13, 0.43)}H${n2(x + 0.97 * w)}C${p(0.995, 0.43)} ${p(1, 0.41)} ${p(1, 0.38)}V${n2(y - 0.08 * w)}Z`;
  const shapes: Shape[] = [
    { d: body, tones: PAPER, to: STONE },
    { d: `M${p(0.02, 0.08)}L${p(0.028, 0.155)}H${n2(x + w)}V${n2(y - 0.08 * w)}Z`, tones: STONE_SHADE },
    { d: `M${p(0.03, 0.175)}H${n2(x + w)}V${n2(y - 0.195 * w)}H${n2(x + 0.045 * w)}Z`, tones: CLAY },
    { d: `M${p(0.05, 0.2)}L${p(0.115, 0.28)}H${n2(x + 0.2 * w)}V${n2(y - 0.2 * w)}Z`, tones: SLATE },
    { d: `M${p(0.09, 0.235)}L${p(0.125, 0.275)}H${n2(x + 0.145 * w)}L${p(0.11, 0.235)}Z`, tones: SLATE_LIGHT },
    box(x + w * 0.13, y - h * 0.9, w * 0.14, h * 0.17, SLATE),
    box(x + w * 0.42, y - h * 0.78, w * 0.16, h * 0.24, SLATE),
    box(x + w * 0.43, y - h * 0.76, w * 0.06, h * 0.2, [0.8, 0, 0.1, 0.1]),
    box(x + w * 0.83, y - h * 0.78, w * 0.1, h * 0.22, SLATE),
    { d: `M${p(0.65, 0.1)}V${n2(y - h * 0.82)}H${n2(x + 0.75 * w)}V${n2(y - 0.1 * w)}Z`, tones: STONE, to: STONE },
    {
      d: `M${p(0.65, 0.1)}V${n2(y - h * 0.82)}H${n2(x + 0.75 * w)}V${n2(y - 0.1 * w)}`,
      tones: SLATE_LIGHT,
      stroke: w * 0.004,
    },
    box(x + w * 0.67, y - h * 0.74, w * 0.06, h * 0.2, SLATE),
    {
      d: `M${p(0.5, 0.43)}h${n2(w * 0.12)}l${n2(-w * 0.012)} ${n2(-w * 0.022)}h${n2(-w * 0.096)}Z`,
      tones: STONE_SHADE,
    },
  ];
  for (const k of [0.17, 0.8]) {
    const [cx, cy, r] = [x + w * k, y - w * 0.058, w * 0.062];
    shapes.push({
      d: `M${n2(cx - r * 1.3)} ${n2(y - w * 0.08)}A${n2(r * 1.3)} ${n2(r * 1.3)} 0 0 1 ${n2(cx + r * 1.3)} ${n2(y - w * 0.08)}Z`,
      tones: INK,
    });
    shapes.push(disc(cx, cy, r, INK), disc(cx, cy, r * 0.5, STONE_SHADE));
  }
  if (awning) {
    const a = [x + w * 0.36, y - h * 0.98] as const;
    const stripes = Array.from({ length: 7 }, (_, i) => {
      const u = i / 7;
      const v = (i + 1) / 7;
      return { u, v, odd: i % 2 === 1 };
    });
    for (const { u, v, odd } of stripes) {
      shapes.push({
        d: polygon([
          [a[0] + u * w * 0.5, a[1]],
          [a[0] + v * w * 0.5, a[1]],
          [a[0] - w * 0.04 + v * w * 0.58, a[1] + h * 0.26],
          [a[0] - w * 0.04 + u * w * 0.58, a[1] + h * 0.26],
        ]),
        tones: odd ? PAPER : SUN,
      });
    }
    shapes.push({
      d: `M${n2(a[0] - w * 0.03)} ${n2(a[1] + h * 0.26)}V${n2(y + h * 0.1)}M${n2(a[0] + w * 0.53)} ${n2(a[1] + h * 0.26)}V${n2(y + h * 0.1)}`,
      tones: SLATE_LIGHT,
      stroke: w * 0.007,
    });
  }
  return shapes;
}

/** A folding table with a bottle, and two chairs. */
export function campTable(x: number, y: number, w: number): Shape[] {
  const bottle = (bx: number): string =>
    `M${n2(bx - w * 0.028)} ${n2(y - w * 0.42)}v${n2(-w * 0.14)}c0 ${n2(-w * 0.03)} ${n2(w * 0.018)} ${n2(-w * 0.03)} ${n2(w * 0.018)} ${n2(-w * 0.1)}h${n2(w * 0.02)}c0 ${n2(w * 0.07)} ${n2(w * 0.018)} ${n2(w * 0.07)} ${n2(w * 0.018)} ${n2(w * 0.1)}v${n2(w * 0.14)}Z`;
  const chair = (cx: number, s: number): Shape[] => [
    {
      d: `M${n2(cx - s * w * 0.02)} ${n2(y - w * 0.24)}L${n2(cx - s * w * 0.1)} ${n2(y - w * 0.56)}`,
      tones: CLAY,
      stroke: w * 0.05,
    },
    { d: `M${n2(cx - s * w * 0.04)} ${n2(y - w * 0.24)}H${n2(cx + s * w * 0.2)}`, tones: CLAY, stroke: w * 0.05 },
    {
      d: `M${n2(cx - s * w * 0.04)} ${n2(y)}L${n2(cx + s * w * 0.18)} ${n2(y - w * 0.24)}M${n2(cx + s * w * 0.18)} ${n2(y)}L${n2(cx - s * w * 0.06)} ${n2(y - w * 0.24)}`,
      tones: INK,
      stroke: w * 0.016,
    },
  ];
  return [
    ...chair(x - w * 0.62, 1),
    ...chair(x + w * 0.62, -1),
    {
      d: `M${n2(x - w * 0.32)} ${n2(y)}L${n2(x + w * 0.26)} ${n2(y - w * 0.4)}M${n2(x + w * 0.32)} ${n2(y)}L${n2(x - w * 0.26)} ${n2(y - w * 0.4)}`,
      tones: OAK_DEEP,
      stroke: w * 0.024,
    },
    box(x - w * 0.4, y - w * 0.43, w * 0.8, w * 0.045, OAK),
    { d: bottle(x - w * 0.06), tones: LEAF_DARK },
    {
      d: `M${n2(x + w * 0.1)} ${n2(y - w * 0.43)}v${n2(-w * 0.07)}m${n2(-w * 0.035)} ${n2(-w * 0.08)}a${n2(w * 0.035)} ${n2(w * 0.08)} 0 0 0 ${n2(w * 0.07)} 0`,
      tones: INK,
      stroke: w * 0.012,
    },
  ];
}
