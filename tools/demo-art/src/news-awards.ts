import { roundToTwoDecimals, type Point, movePoint, createSmoothPath } from './curve.ts';
import {
  CLAY_INK_DENSITIES,
  LEAF_INK_DENSITIES,
  LEAF_DARK_INK_DENSITIES,
  LEAF_DEEP_INK_DENSITIES,
  OAK_DEEP_INK_DENSITIES,
  PAPER_INK_DENSITIES,
  SLATE_LIGHT_INK_DENSITIES,
  STONE_INK_DENSITIES,
  SUN_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBox, drawDisc } from './scenery.ts';
import { drawPosterBottle } from './tableware.ts';

const H = 1600;
const W = 2400;
/** Draws a laurel wreath whose two branches follow a circle of radius r. */
function laurel(x: number, y: number, r: number, mix: InkDensities, vein: InkDensities): SceneShape[] {
  const shapes: SceneShape[] = [];
  for (const s of [-1, 1]) {
    const stem: Point[] = Array.from({ length: 12 }, (_, i) => movePoint([x, y], 180 - s * (8 + i * 12.4), r));
    shapes.push({ d: createSmoothPath(stem), mix: vein, stroke: r * 0.022 });
    stem.forEach(([lx, ly], i) => {
      if (i === 0) return;
      const along = 180 - s * (8 + i * 12.4) - s * 90;
      for (const side of [-34, 34]) {
        const tip = movePoint([lx, ly], along + side, r * 0.26);
        const a = movePoint([lx, ly], along + side - 26, r * 0.15);
        const b = movePoint([lx, ly], along + side + 26, r * 0.15);
        shapes.push({
          d: `M${roundToTwoDecimals(lx)} ${roundToTwoDecimals(ly)}Q${roundToTwoDecimals(a[0])} ${roundToTwoDecimals(a[1])} ${roundToTwoDecimals(tip[0])} ${roundToTwoDecimals(tip[1])}Q${roundToTwoDecimals(b[0])} ${roundToTwoDecimals(b[1])} ${roundToTwoDecimals(lx)} ${roundToTwoDecimals(ly)}Z`,
          mix: side < 0 ? mix : vein,
        });
      }
    });
  }
  return shapes;
}

function medal(x: number, y: number, r: number, face: InkDensities, edge: InkDensities, ribbon: InkDensities): SceneShape[] {
  const teeth: Point[] = Array.from({ length: 72 }, (_, i) => movePoint([x, y], i * 5, r * (i % 2 ? 1.04 : 1)));
  return [
    {
      d: `M${roundToTwoDecimals(x - r * 0.5)} ${roundToTwoDecimals(y + r * 0.4)}L${roundToTwoDecimals(x - r * 0.75)} ${roundToTwoDecimals(y + r * 2.1)}L${roundToTwoDecimals(x - r * 0.3)} ${roundToTwoDecimals(y + r * 1.8)}L${roundToTwoDecimals(x)} ${roundToTwoDecimals(y + r * 2.1)}L${roundToTwoDecimals(x)} ${roundToTwoDecimals(y + r * 0.5)}Z`,
      mix: ribbon,
    },
    {
      d: `M${roundToTwoDecimals(x + r * 0.5)} ${roundToTwoDecimals(y + r * 0.4)}L${roundToTwoDecimals(x + r * 0.75)} ${roundToTwoDecimals(y + r * 2.1)}L${roundToTwoDecimals(x + r * 0.3)} ${roundToTwoDecimals(y + r * 1.8)}L${roundToTwoDecimals(x)} ${roundToTwoDecimals(y + r * 2.1)}L${roundToTwoDecimals(x)} ${roundToTwoDecimals(y + r * 0.5)}Z`,
      mix: [0.2, 0, 0.9, 0.34],
    },
    { d: `${createSmoothPath(teeth, true)}`, mix: edge },
    drawDisc(x, y, r * 0.92, face, [0.95, 0, 0.3, 0]),
    drawDisc(x, y, r * 0.78, edge),
    drawDisc(x, y, r * 0.75, face, [0.9, 0, 0.36, 0]),
    ...laurel(x, y - r * 0.02, r * 0.5, edge, edge),
    {
      d: `M${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - r * 0.3)}l${roundToTwoDecimals(r * 0.09)} ${roundToTwoDecimals(r * 0.2)}l${roundToTwoDecimals(r * 0.22)} ${roundToTwoDecimals(r * 0.02)}l${roundToTwoDecimals(-r * 0.17)} ${roundToTwoDecimals(r * 0.15)}l${roundToTwoDecimals(r * 0.06)} ${roundToTwoDecimals(r * 0.22)}l${roundToTwoDecimals(-r * 0.2)} ${roundToTwoDecimals(-r * 0.12)}l${roundToTwoDecimals(-r * 0.2)} ${roundToTwoDecimals(r * 0.12)}l${roundToTwoDecimals(r * 0.06)} ${roundToTwoDecimals(-r * 0.22)}l${roundToTwoDecimals(-r * 0.17)} ${roundToTwoDecimals(-r * 0.15)}l${roundToTwoDecimals(r * 0.22)} ${roundToTwoDecimals(-r * 0.02)}Z`,
      mix: edge,
    },
  ];
}

/** Draws a bottle inside a laurel wreath, with two medals. */
export function drawMedalsScene(): PrintScene {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const a = movePoint([1200, 800], i * 15, 1900);
    const b = movePoint([1200, 800], i * 15 + 7.5, 1900);
    return `M1200 800L${roundToTwoDecimals(a[0])} ${roundToTwoDecimals(a[1])}L${roundToTwoDecimals(b[0])} ${roundToTwoDecimals(b[1])}Z`;
  }).join('');
  const shapes: SceneShape[] = [
    drawBox(0, 0, W, H, [0.06, 0, 0, 0]),
    { d: rays, mix: [0.22, 0, 0, 0] },
    drawDisc(1200, 800, 640, SUN_INK_DENSITIES, [0.9, 0, 0.2, 0]),
    ...laurel(1200, 800, 600, LEAF_INK_DENSITIES, LEAF_DEEP_INK_DENSITIES),
    ...drawPosterBottle(1200, 1420, 1260, LEAF_DARK_INK_DENSITIES, PAPER_INK_DENSITIES, CLAY_INK_DENSITIES),
    ...medal(620, 1010, 190, SUN_INK_DENSITIES, OAK_DEEP_INK_DENSITIES, CLAY_INK_DENSITIES),
    ...medal(1790, 1010, 190, STONE_INK_DENSITIES, SLATE_LIGHT_INK_DENSITIES, CLAY_INK_DENSITIES),
  ];
  return { width: W, height: H, shapes };
}
