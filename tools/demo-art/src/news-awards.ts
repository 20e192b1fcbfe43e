import { n2, type Point, pointAt, smooth } from './curve.ts';
import { CLAY, LEAF, LEAF_DARK, LEAF_DEEP, OAK_DEEP, PAPER, SLATE_LIGHT, STONE, SUN } from './inks.ts';
import type { Scene, Shape, Tones } from './press.ts';
import { box, disc } from './scenery.ts';
import { posterBottle } from './tableware.ts';

const H = 1600;
const W = 2400;
/** A laurel wreath whose two branches follow a circle of radius r. */
function laurel(x: number, y: number, r: number, tones: Tones, vein: Tones): Shape[] {
  const shapes: Shape[] = [];
  for (const s of [-1, 1]) {
    const stem: Point[] = Array.from({ length: 12 }, (_, i) => pointAt([x, y], 180 - s * (8 + i * 12.4), r));
    shapes.push({ d: smooth(stem), tones: vein, stroke: r * 0.022 });
    stem.forEach(([lx, ly], i) => {
      if (i === 0) return;
      const along = 180 - s * (8 + i * 12.4) - s * 90;
      for (const side of [-34, 34]) {
        const tip = pointAt([lx, ly], along + side, r * 0.26);
        const a = pointAt([lx, ly], along + side - 26, r * 0.15);
        const b = pointAt([lx, ly], along + side + 26, r * 0.15);
        shapes.push({
          d: `M${n2(lx)} ${n2(ly)}Q${n2(a[0])} ${n2(a[1])} ${n2(tip[0])} ${n2(tip[1])}Q${n2(b[0])} ${n2(b[1])} ${n2(lx)} ${n2(ly)}Z`,
          tones: side < 0 ? tones : vein,
        });
      }
    });
  }
  return shapes;
}

function medal(x: number, y: number, r: number, face: Tones, edge: Tones, ribbon: Tones): Shape[] {
  const teeth: Point[] = Array.from({ length: 72 }, (_, i) => pointAt([x, y], i * 5, r * (i % 2 ? 1.04 : 1)));
  return [
    {
      d: `M${n2(x - r * 0.5)} ${n2(y + r * 0.4)}L${n2(x - r * 0.75)} ${n2(y + r * 2.1)}L${n2(x - r * 0.3)} ${n2(y + r * 1.8)}L${n2(x)} ${n2(y + r * 2.1)}L${n2(x)} ${n2(y + r * 0.5)}Z`,
      tones: ribbon,
    },
    {
      d: `M${n2(x + r * 0.5)} ${n2(y + r * 0.4)}L${n2(x + r * 0.75)} ${n2(y + r * 2.1)}L${n2(x + r * 0.3)} ${n2(y + r * 1.8)}L${n2(x)} ${n2(y + r * 2.1)}L${n2(x)} ${n2(y + r * 0.5)}Z`,
      tones: [0.2, 0, 0.9, 0.34],
    },
    { d: `${smooth(teeth, true)}`, tones: edge },
    disc(x, y, r * 0.92, face, [0.95, 0, 0.3, 0]),
    disc(x, y, r * 0.78, edge),
    disc(x, y, r * 0.75, face, [0.9, 0, 0.36, 0]),
    ...laurel(x, y - r * 0.02, r * 0.5, edge, edge),
    {
      d: `M${n2(x)} ${n2(y - r * 0.3)}l${n2(r * 0.09)} ${n2(r * 0.2)}l${n2(r * 0.22)} ${n2(r * 0.02)}l${n2(-r * 0.17)} ${n2(r * 0.15)}l${n2(r * 0.06)} ${n2(r * 0.22)}l${n2(-r * 0.2)} ${n2(-r * 0.12)}l${n2(-r * 0.2)} ${n2(r * 0.12)}l${n2(r * 0.06)} ${n2(-r * 0.22)}l${n2(-r * 0.17)} ${n2(-r * 0.15)}l${n2(r * 0.22)} ${n2(-r * 0.02)}Z`,
      tones: edge,
    },
  ];
}

/** A bottle inside a laurel wreath, with two medals. */
export function medals(): Scene {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const a = pointAt([1200, 800], i * 15, 1900);
    const b = pointAt([1200, 800], i * 15 + 7.5, 1900);
    return `M1200 800L${n2(a[0])} ${n2(a[1])}L${n2(b[0])} ${n2(b[1])}Z`;
  }).join('');
  const shapes: Shape[] = [
    box(0, 0, W, H, [0.06, 0, 0, 0]),
    { d: rays, tones: [0.22, 0, 0, 0] },
    disc(1200, 800, 640, SUN, [0.9, 0, 0.2, 0]),
    ...laurel(1200, 800, 600, LEAF, LEAF_DEEP),
    ...posterBottle(1200, 1420, 1260, LEAF_DARK, PAPER, CLAY),
    ...medal(620, 1010, 190, SUN, OAK_DEEP, CLAY),
    ...medal(1790, 1010, 190, STONE, SLATE_LIGHT, CLAY),
  ];
  return { width: W, height: H, shapes };
}
