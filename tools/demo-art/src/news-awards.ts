import { formatRoundedToTwoDecimals, type Point, movePointByBearing, createSmoothPath } from './curve.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  DEEP_LEAF_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape } from './scenery.ts';
import { drawPosterBottleShapes } from './tableware.ts';

const H = 1600;
const W = 2400;
/** Draws a laurel wreath whose two branches follow a circle of radius r. */
function laurel(x: number, y: number, r: number, mix: InkDensities, vein: InkDensities): SceneShape[] {
  const shapes: SceneShape[] = [];
  for (const s of [-1, 1]) {
    const stem: Point[] = Array.from({ length: 12 }, (_, i) => movePointByBearing([x, y], 180 - s * (8 + i * 12.4), r));
    shapes.push({ d: createSmoothPath(stem), mix: vein, stroke: r * 0.022 });
    stem.forEach(([lx, ly], i) => {
      if (i === 0) return;
      const along = 180 - s * (8 + i * 12.4) - s * 90;
      for (const side of [-34, 34]) {
        const tip = movePointByBearing([lx, ly], along + side, r * 0.26);
        const a = movePointByBearing([lx, ly], along + side - 26, r * 0.15);
        const b = movePointByBearing([lx, ly], along + side + 26, r * 0.15);
        shapes.push({
          d: `M${formatRoundedToTwoDecimals(lx)} ${formatRoundedToTwoDecimals(ly)}Q${formatRoundedToTwoDecimals(a[0])} ${formatRoundedToTwoDecimals(a[1])} ${formatRoundedToTwoDecimals(tip[0])} ${formatRoundedToTwoDecimals(tip[1])}Q${formatRoundedToTwoDecimals(b[0])} ${formatRoundedToTwoDecimals(b[1])} ${formatRoundedToTwoDecimals(lx)} ${formatRoundedToTwoDecimals(ly)}Z`,
          mix: side < 0 ? mix : vein,
        });
      }
    });
  }
  return shapes;
}

function medal(x: number, y: number, r: number, face: InkDensities, edge: InkDensities, ribbon: InkDensities): SceneShape[] {
  const teeth: Point[] = Array.from({ length: 72 }, (_, i) => movePointByBearing([x, y], i * 5, r * (i % 2 ? 1.04 : 1)));
  return [
    {
      d: `M${formatRoundedToTwoDecimals(x - r * 0.5)} ${formatRoundedToTwoDecimals(y + r * 0.4)}L${formatRoundedToTwoDecimals(x - r * 0.75)} ${formatRoundedToTwoDecimals(y + r * 2.1)}L${formatRoundedToTwoDecimals(x - r * 0.3)} ${formatRoundedToTwoDecimals(y + r * 1.8)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + r * 2.1)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + r * 0.5)}Z`,
      mix: ribbon,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x + r * 0.5)} ${formatRoundedToTwoDecimals(y + r * 0.4)}L${formatRoundedToTwoDecimals(x + r * 0.75)} ${formatRoundedToTwoDecimals(y + r * 2.1)}L${formatRoundedToTwoDecimals(x + r * 0.3)} ${formatRoundedToTwoDecimals(y + r * 1.8)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + r * 2.1)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + r * 0.5)}Z`,
      mix: [0.2, 0, 0.9, 0.34],
    },
    { d: `${createSmoothPath(teeth, true)}`, mix: edge },
    drawDiscShape(x, y, r * 0.92, face, [0.95, 0, 0.3, 0]),
    drawDiscShape(x, y, r * 0.78, edge),
    drawDiscShape(x, y, r * 0.75, face, [0.9, 0, 0.36, 0]),
    ...laurel(x, y - r * 0.02, r * 0.5, edge, edge),
    {
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - r * 0.3)}l${formatRoundedToTwoDecimals(r * 0.09)} ${formatRoundedToTwoDecimals(r * 0.2)}l${formatRoundedToTwoDecimals(r * 0.22)} ${formatRoundedToTwoDecimals(r * 0.02)}l${formatRoundedToTwoDecimals(-r * 0.17)} ${formatRoundedToTwoDecimals(r * 0.15)}l${formatRoundedToTwoDecimals(r * 0.06)} ${formatRoundedToTwoDecimals(r * 0.22)}l${formatRoundedToTwoDecimals(-r * 0.2)} ${formatRoundedToTwoDecimals(-r * 0.12)}l${formatRoundedToTwoDecimals(-r * 0.2)} ${formatRoundedToTwoDecimals(r * 0.12)}l${formatRoundedToTwoDecimals(r * 0.06)} ${formatRoundedToTwoDecimals(-r * 0.22)}l${formatRoundedToTwoDecimals(-r * 0.17)} ${formatRoundedToTwoDecimals(-r * 0.15)}l${formatRoundedToTwoDecimals(r * 0.22)} ${formatRoundedToTwoDecimals(-r * 0.02)}Z`,
      mix: edge,
    },
  ];
}

/** Draws a bottle inside a laurel wreath, with two medals. */
export function drawMedalsScene(): PrintScene {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const a = movePointByBearing([1200, 800], i * 15, 1900);
    const b = movePointByBearing([1200, 800], i * 15 + 7.5, 1900);
    return `M1200 800L${formatRoundedToTwoDecimals(a[0])} ${formatRoundedToTwoDecimals(a[1])}L${formatRoundedToTwoDecimals(b[0])} ${formatRoundedToTwoDecimals(b[1])}Z`;
  }).join('');
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.06, 0, 0, 0]),
    { d: rays, mix: [0.22, 0, 0, 0] },
    drawDiscShape(1200, 800, 640, SUN_COLOUR_INK_DENSITIES, [0.9, 0, 0.2, 0]),
    ...laurel(1200, 800, 600, LEAF_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES),
    ...drawPosterBottleShapes(1200, 1420, 1260, DARK_LEAF_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, CLAY_COLOUR_INK_DENSITIES),
    ...medal(620, 1010, 190, SUN_COLOUR_INK_DENSITIES, DEEP_OAK_COLOUR_INK_DENSITIES, CLAY_COLOUR_INK_DENSITIES),
    ...medal(1790, 1010, 190, STONE_COLOUR_INK_DENSITIES, LIGHT_SLATE_COLOUR_INK_DENSITIES, CLAY_COLOUR_INK_DENSITIES),
  ];
  return { width: W, height: H, shapes };
}
