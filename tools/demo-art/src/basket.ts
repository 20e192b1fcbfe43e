import { n2 } from './curve.ts';
import { INK, LEAF, LEAF_DEEP, OAK, OAK_DEEP } from './inks.ts';
import type { Shape, Tones } from './press.ts';
import { posterGrapes, posterLeaf } from './tableware.ts';

/** A woven basket full of grapes; (x, y) is the centre of its base. */
export function basket(x: number, y: number, w: number, dark: Tones, light: Tones): Shape[] {
  const h = w * 0.42;
  const top = y - h;
  const body = `M${n2(x - w / 2)} ${n2(top)}C${n2(x - w * 0.48)} ${n2(y - h * 0.3)} ${n2(x - w * 0.42)} ${n2(y)} ${n2(x - w * 0.36)} ${n2(y)}H${n2(x + w * 0.36)}C${n2(x + w * 0.42)} ${n2(y)} ${n2(x + w * 0.48)} ${n2(y - h * 0.3)} ${n2(x + w / 2)} ${n2(top)}Z`;
  const shapes: Shape[] = [
    {
      d: `M${n2(x - w * 0.42)} ${n2(top)}C${n2(x - w * 0.4)} ${n2(top - w * 0.62)} ${n2(x + w * 0.4)} ${n2(top - w * 0.62)} ${n2(x + w * 0.42)} ${n2(top)}`,
      tones: OAK_DEEP,
      stroke: w * 0.042,
    },
    {
      d: `M${n2(x - w * 0.42)} ${n2(top)}C${n2(x - w * 0.4)} ${n2(top - w * 0.62)} ${n2(x + w * 0.4)} ${n2(top - w * 0.62)} ${n2(x + w * 0.42)} ${n2(top)}`,
      tones: OAK,
      stroke: w * 0.018,
    },
    ...posterLeaf(x - w * 0.3, top + w * 0.02, w * 0.27, -52, LEAF, LEAF_DEEP),
    ...posterLeaf(x + w * 0.32, top + w * 0.02, w * 0.27, 50, LEAF, LEAF_DEEP),
    ...posterLeaf(x + w * 0.04, top - w * 0.12, w * 0.24, 8, LEAF, LEAF_DEEP),
    ...posterGrapes(x - w * 0.24, top - w * 0.17, w * 0.38, dark, light),
    ...posterGrapes(x + w * 0.25, top - w * 0.16, w * 0.38, dark, light),
    ...posterGrapes(x, top - w * 0.22, w * 0.42, dark, light),
    { d: body, tones: OAK, to: [0.7, 0, 0.6, 0.36] },
  ];
  const rows = 6;
  for (let r = 0; r < rows; r++) {
    const yy = top + ((r + 0.6) / rows) * h;
    const half = w * (0.5 - 0.13 * ((r + 0.6) / rows) ** 1.6);
    const count = 17;
    let d = '';
    for (let i = r % 2; i < count; i += 2) {
      const x0 = x - half + (2 * half * i) / count;
      const x1 = x0 + (2 * half) / count;
      d += `M${n2(x0)} ${n2(yy)}Q${n2((x0 + x1) / 2)} ${n2(yy - h * 0.1)} ${n2(x1)} ${n2(yy)}Q${n2((x0 + x1) / 2)} ${n2(yy + h * 0.1)} ${n2(x0)} ${n2(yy)}Z`;
    }
    shapes.push({ d, tones: OAK_DEEP, clip: body });
  }
  const rim = `M${n2(x - w * 0.52)} ${n2(top - w * 0.02)}H${n2(x + w * 0.52)}a${n2(w * 0.03)} ${n2(w * 0.03)} 0 0 1 0 ${n2(w * 0.06)}H${n2(x - w * 0.52)}a${n2(w * 0.03)} ${n2(w * 0.03)} 0 0 1 0 ${n2(-w * 0.06)}Z`;
  shapes.push(
    { d: rim, tones: OAK },
    {
      d: Array.from(
        { length: 24 },
        (_, i) => `M${n2(x - w * 0.51 + i * w * 0.0435)} ${n2(top + w * 0.035)}l${n2(w * 0.03)} ${n2(-w * 0.05)}`,
      ).join(''),
      tones: OAK_DEEP,
      stroke: w * 0.008,
    },
  );
  shapes.push({ d: `M${n2(x - w * 0.52)} ${n2(y + w * 0.004)}H${n2(x + w * 0.52)}`, tones: INK, stroke: w * 0.008 });
  return shapes;
}
