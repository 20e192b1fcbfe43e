import { n2 } from './curve.ts';
import { INK, OAK, OAK_DEEP, SLATE, SLATE_LIGHT } from './inks.ts';
import type { Shape } from './press.ts';

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${n2(x - rx)} ${n2(y)}A${n2(rx)} ${n2(ry)} 0 1 1 ${n2(x + rx)} ${n2(y)}A${n2(rx)} ${n2(ry)} 0 1 1 ${n2(x - rx)} ${n2(y)}Z`;

/** A barrel lying on its side. `turn` is -1 when its head points right, 0 when it faces the viewer and 1 when it points left. */
export function barrel(x: number, y: number, r: number, turn: number): Shape[] {
  const rx = r * (1 - Math.abs(turn) * 0.5);
  const back = turn * r * 1.5;
  const bulge = r * 1.12;
  const shapes: Shape[] = [];
  if (turn !== 0) {
    const s = Math.sign(turn);
    const body = `M${n2(x)} ${n2(y - r)}C${n2(x + back * 0.4)} ${n2(y - bulge * 1.1)} ${n2(x + back * 0.8)} ${n2(y - bulge)} ${n2(x + back + s * rx * 0.3)} ${n2(y - r * 0.9)}V${n2(y + r * 0.9)}C${n2(x + back * 0.8)} ${n2(y + bulge)} ${n2(x + back * 0.4)} ${n2(y + bulge * 1.1)} ${n2(x)} ${n2(y + r)}Z`;
    shapes.push({ d: body, tones: OAK_DEEP, to: [0.2, 0, 0.4, 0.85] });
    for (const k of [0.16, 0.34]) {
      const hx = x + back * k;
      shapes.push({
        d: `M${n2(hx)} ${n2(y - r * (1 + k * 0.3))}A${n2(rx)} ${n2(r * 1.08)} 0 0 ${s > 0 ? 1 : 0} ${n2(hx)} ${n2(y + r * (1 + k * 0.3))}`,
        tones: SLATE,
        stroke: r * 0.09,
      });
    }
  }
  shapes.push({ d: ellipse(x, y, rx, r), tones: SLATE });
  shapes.push({ d: ellipse(x, y, rx * 0.93, r * 0.93), tones: OAK_DEEP });
  shapes.push({ d: ellipse(x, y, rx * 0.84, r * 0.84), tones: OAK, to: [0.8, 0, 0.6, 0.22] });
  const staves = [-0.56, -0.28, 0, 0.28, 0.56]
    .map((k) => {
      const h = Math.sqrt(1 - k * k) * r * 0.84;
      return `M${n2(x + k * rx * 0.84)} ${n2(y - h)}V${n2(y + h)}`;
    })
    .join('');
  shapes.push({ d: staves, tones: OAK_DEEP, stroke: Math.max(1.2, r * 0.018) });
  shapes.push({ d: ellipse(x, y + r * 0.56, rx * 0.07, r * 0.07), tones: INK });
  shapes.push({
    d: `M${n2(x - rx * 0.9)} ${n2(y - r * 0.3)}A${n2(rx * 0.95)} ${n2(r * 0.95)} 0 0 1 ${n2(x - rx * 0.1)} ${n2(y - r * 0.95)}`,
    tones: SLATE_LIGHT,
    stroke: r * 0.03,
  });
  return shapes;
}

/** A wooden tub with two hoops, seen slightly from above. */
export function tub(x: number, y: number, w: number, h: number): Shape[] {
  const body = `M${n2(x - w / 2)} ${n2(y - h)}L${n2(x - w * 0.43)} ${n2(y)}A${n2(w * 0.43)} ${n2(w * 0.09)} 0 0 0 ${n2(x + w * 0.43)} ${n2(y)}L${n2(x + w / 2)} ${n2(y - h)}Z`;
  const staves = [-0.72, -0.42, -0.12, 0.18, 0.48, 0.76]
    .map((k) => `M${n2(x + (k * w) / 2)} ${n2(y - h)}L${n2(x + k * w * 0.43)} ${n2(y + w * 0.07)}`)
    .join('');
  const hoop = (k: number): Shape => {
    const half = w * (0.43 + 0.07 * k);
    return {
      d: `M${n2(x - half)} ${n2(y - h * k)}A${n2(half)} ${n2(w * 0.09)} 0 0 0 ${n2(x + half)} ${n2(y - h * k)}`,
      tones: SLATE,
      stroke: h * 0.075,
    };
  };
  return [
    { d: body, tones: OAK, to: [0.5, 0, 0.7, 0.5], run: 'right' },
    { d: staves, tones: OAK_DEEP, stroke: w * 0.006 },
    hoop(0.2),
    hoop(0.72),
    { d: ellipse(x, y - h, w / 2, w * 0.1), tones: OAK_DEEP },
    { d: ellipse(x, y - h, w * 0.46, w * 0.082), tones: INK },
  ];
}
