import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, OAK_COLOUR_INK_DENSITIES, DEEP_OAK_COLOUR_INK_DENSITIES, SLATE_COLOUR_INK_DENSITIES, LIGHT_SLATE_COLOUR_INK_DENSITIES } from './inks.ts';
import type { SceneShape } from './print-scene.ts';

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${formatRoundedToTwoDecimals(x - rx)} ${formatRoundedToTwoDecimals(y)}A${formatRoundedToTwoDecimals(rx)} ${formatRoundedToTwoDecimals(ry)} 0 1 1 ${formatRoundedToTwoDecimals(x + rx)} ${formatRoundedToTwoDecimals(y)}A${formatRoundedToTwoDecimals(rx)} ${formatRoundedToTwoDecimals(ry)} 0 1 1 ${formatRoundedToTwoDecimals(x - rx)} ${formatRoundedToTwoDecimals(y)}Z`;

/**
 * Draws a barrel lying on its side. `turn` is -1 when its head points right, 0 when it faces the viewer and 1 when it
 * points left.
 */
export function drawBarrelShapes(x: number, y: number, r: number, turn: number): SceneShape[] {
  const rx = r * (1 - Math.abs(turn) * 0.5);
  const back = turn * r * 1.5;
  const bulge = r * 1.12;
  const shapes: SceneShape[] = [];
  if (turn !== 0) {
    const s = Math.sign(turn);
    const body = `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - r)}C${formatRoundedToTwoDecimals(x + back * 0.4)} ${formatRoundedToTwoDecimals(y - bulge * 1.1)} ${formatRoundedToTwoDecimals(x + back * 0.8)} ${formatRoundedToTwoDecimals(y - bulge)} ${formatRoundedToTwoDecimals(x + back + s * rx * 0.3)} ${formatRoundedToTwoDecimals(y - r * 0.9)}V${formatRoundedToTwoDecimals(y + r * 0.9)}C${formatRoundedToTwoDecimals(x + back * 0.8)} ${formatRoundedToTwoDecimals(y + bulge)} ${formatRoundedToTwoDecimals(x + back * 0.4)} ${formatRoundedToTwoDecimals(y + bulge * 1.1)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + r)}Z`;
    shapes.push({ d: body, mix: DEEP_OAK_COLOUR_INK_DENSITIES, to: [0.2, 0, 0.4, 0.85] });
    for (const k of [0.16, 0.34]) {
      const hx = x + back * k;
      shapes.push({
        d: `M${formatRoundedToTwoDecimals(hx)} ${formatRoundedToTwoDecimals(y - r * (1 + k * 0.3))}A${formatRoundedToTwoDecimals(rx)} ${formatRoundedToTwoDecimals(r * 1.08)} 0 0 ${s > 0 ? 1 : 0} ${formatRoundedToTwoDecimals(hx)} ${formatRoundedToTwoDecimals(y + r * (1 + k * 0.3))}`,
        mix: SLATE_COLOUR_INK_DENSITIES,
        stroke: r * 0.09,
      });
    }
  }
  shapes.push({ d: ellipse(x, y, rx, r), mix: SLATE_COLOUR_INK_DENSITIES });
  shapes.push({ d: ellipse(x, y, rx * 0.93, r * 0.93), mix: DEEP_OAK_COLOUR_INK_DENSITIES });
  shapes.push({ d: ellipse(x, y, rx * 0.84, r * 0.84), mix: OAK_COLOUR_INK_DENSITIES, to: [0.8, 0, 0.6, 0.22] });
  const staves = [-0.56, -0.28, 0, 0.28, 0.56]
    .map((k) => {
      const h = Math.sqrt(1 - k * k) * r * 0.84;
      return `M${formatRoundedToTwoDecimals(x + k * rx * 0.84)} ${formatRoundedToTwoDecimals(y - h)}V${formatRoundedToTwoDecimals(y + h)}`;
    })
    .join('');
  shapes.push({ d: staves, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: Math.max(1.2, r * 0.018) });
  shapes.push({ d: ellipse(x, y + r * 0.56, rx * 0.07, r * 0.07), mix: BLACK_COLOUR_INK_DENSITIES });
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(x - rx * 0.9)} ${formatRoundedToTwoDecimals(y - r * 0.3)}A${formatRoundedToTwoDecimals(rx * 0.95)} ${formatRoundedToTwoDecimals(r * 0.95)} 0 0 1 ${formatRoundedToTwoDecimals(x - rx * 0.1)} ${formatRoundedToTwoDecimals(y - r * 0.95)}`,
    mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
    stroke: r * 0.03,
  });
  return shapes;
}

/** Draws a wooden tub with two hoops, seen slightly from above. */
export function drawTubShapes(x: number, y: number, w: number, h: number): SceneShape[] {
  const body = `M${formatRoundedToTwoDecimals(x - w / 2)} ${formatRoundedToTwoDecimals(y - h)}L${formatRoundedToTwoDecimals(x - w * 0.43)} ${formatRoundedToTwoDecimals(y)}A${formatRoundedToTwoDecimals(w * 0.43)} ${formatRoundedToTwoDecimals(w * 0.09)} 0 0 0 ${formatRoundedToTwoDecimals(x + w * 0.43)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x + w / 2)} ${formatRoundedToTwoDecimals(y - h)}Z`;
  const staves = [-0.72, -0.42, -0.12, 0.18, 0.48, 0.76]
    .map(
      (k) =>
        `M${formatRoundedToTwoDecimals(x + (k * w) / 2)} ${formatRoundedToTwoDecimals(y - h)}L${formatRoundedToTwoDecimals(x + k * w * 0.43)} ${formatRoundedToTwoDecimals(y + w * 0.07)}`,
    )
    .join('');
  const hoop = (k: number): SceneShape => {
    const half = w * (0.43 + 0.07 * k);
    return {
      d: `M${formatRoundedToTwoDecimals(x - half)} ${formatRoundedToTwoDecimals(y - h * k)}A${formatRoundedToTwoDecimals(half)} ${formatRoundedToTwoDecimals(w * 0.09)} 0 0 0 ${formatRoundedToTwoDecimals(x + half)} ${formatRoundedToTwoDecimals(y - h * k)}`,
      mix: SLATE_COLOUR_INK_DENSITIES,
      stroke: h * 0.075,
    };
  };
  return [
    { d: body, mix: OAK_COLOUR_INK_DENSITIES, to: [0.5, 0, 0.7, 0.5], run: 'right' },
    { d: staves, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: w * 0.006 },
    hoop(0.2),
    hoop(0.72),
    { d: ellipse(x, y - h, w / 2, w * 0.1), mix: DEEP_OAK_COLOUR_INK_DENSITIES },
    { d: ellipse(x, y - h, w * 0.46, w * 0.082), mix: BLACK_COLOUR_INK_DENSITIES },
  ];
}
