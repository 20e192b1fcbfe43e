import { formatRoundedToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
import { createSeededRandom } from './noise.ts';

const TIPS: Point[] = [
  [0.02, 0.03],
  [0.1, 0.1],
  [0.19, 0.27],
  [0.26, 0.13],
  [0.36, 0.38],
  [0.45, 0.17],
  [0.56, 0.44],
  [0.66, 0.2],
  [0.76, 0.35],
  [0.85, 0.18],
  [0.93, 0.2],
];

function leafOutline(): Point[] {
  const right = TIPS.map(([t, w]): Point => [w * 0.82, -t]);
  const left = TIPS.map(([t, w]): Point => [-w * 0.82, -t * 0.985 - 0.012]).reverse();
  return [...right, [0.02, -1], ...left];
}

/** Draws an oak leaf whose stalk is at (x, y). It points up and is turned clockwise by `turn` degrees. */
function oakLeaf(x: number, y: number, length: number, turn: number, ink: string, paper: string): string {
  const veins = [0.2, 0.37, 0.57, 0.77]
    .map((t, i) => {
      const w = [0.17, 0.27, 0.32, 0.24][i]! * 0.82;
      return `M0 ${-t + 0.1}Q${w * 0.4} ${-t + 0.03} ${w} ${-t - 0.015}M0 ${-t + 0.1}Q${-w * 0.4} ${-t + 0.03} ${-w} ${-t - 0.015}`;
    })
    .join('');
  return `<g transform="translate(${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}) rotate(${turn}) scale(${length})"><path d="${createSmoothPath(leafOutline(), true)}" fill="${ink}"/><path d="M0 .16C.02 .08 0 0 0 -.9${veins}" fill="none" stroke="${paper}" stroke-width=".026" stroke-linecap="round"/><path d="M0 .2C.02 .1 0 .02 0 0" fill="none" stroke="${ink}" stroke-width=".045" stroke-linecap="round"/></g>`;
}

/** Draws an acorn that hangs from its stalk at (x, y) and is turned clockwise by `turn` degrees. */
export function drawAcorn(x: number, y: number, length: number, turn: number, ink: string, paper: string): string {
  const hatch = [-0.2, -0.13, -0.06, 0.01]
    .map(
      (dx, i) =>
        `M${0.2 + dx * 0.2} ${0.52 + i * 0.02}C${0.21 + dx * 0.3} .7 ${0.15 + dx * 0.4} .84 ${0.06 + dx * 0.2} .93`,
    )
    .join('');
  const scales = [0.3, 0.37, 0.44]
    .map((h, i) => `M${-0.24 - i * 0.02} ${h}Q0 ${h + 0.1} ${0.24 + i * 0.02} ${h}`)
    .join('');
  return `<g transform="translate(${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}) rotate(${turn}) scale(${length})"><path d="M0 0C-.02 .1 0 .14 0 .22" stroke="${ink}" stroke-width=".06" fill="none"/><path d="M-.235 .46C-.25 .75 -.12 .93 0 1.02C.12 .93 .25 .75 .235 .46Z" fill="${paper}" stroke="${ink}" stroke-width=".035"/><path d="${hatch}" stroke="${ink}" stroke-width=".026" fill="none"/><path d="M-.3 .47C-.31 .3 -.16 .2 0 .2C.16 .2 .31 .3 .3 .47C.2 .53 -.2 .53 -.3 .47Z" fill="${ink}"/><path d="${scales}" stroke="${paper}" stroke-width=".022" fill="none"/></g>`;
}

/** Draws the large emblem of the estate: three leaves and two acorns. */
export function drawOakSprig(x: number, y: number, size: number, ink: string, paper: string): string {
  return (
    oakLeaf(x - size * 0.04, y + size * 0.14, size * 0.62, -62, ink, paper) +
    oakLeaf(x + size * 0.04, y + size * 0.14, size * 0.62, 62, ink, paper) +
    oakLeaf(x, y + size * 0.08, size * 0.52, 0, ink, paper) +
    drawAcorn(x - size * 0.03, y + size * 0.1, size * 0.34, 24, ink, paper) +
    drawAcorn(x + size * 0.03, y + size * 0.1, size * 0.34, -24, ink, paper)
  );
}

/** Draws the small emblem for capsules, collars and the logo: two leaves over an acorn. */
export function drawAcornEmblem(x: number, y: number, size: number, ink: string, paper: string, nut = paper): string {
  return (
    oakLeaf(x - size * 0.01, y + size * 0.04, size * 0.56, -36, ink, paper) +
    oakLeaf(x + size * 0.01, y + size * 0.04, size * 0.56, 36, ink, paper) +
    drawAcorn(x, y - size * 0.06, size * 0.56, 0, ink, nut)
  );
}

interface Clump {
  x: number;
  y: number;
  r: number;
}

/** Draws the outline of a clump of leaves as a ring of scallops. */
function clumpOutline(clump: Clump, random: () => number): string {
  const bumps = 9 + Math.floor(random() * 3);
  const start = random() * 6.28;
  const points: Point[] = Array.from({ length: bumps }, (_, i) => {
    const angle = start + ((i + (random() - 0.5) * 0.3) / bumps) * Math.PI * 2;
    return [clump.x + Math.cos(angle) * clump.r, clump.y + Math.sin(angle) * clump.r * 0.84];
  });
  const [first, ...rest] = points;
  const r = formatRoundedToTwoDecimals(clump.r * 0.36);
  return `M${formatRoundedToTwoDecimals(first![0])} ${formatRoundedToTwoDecimals(first![1])}${[...rest, first!].map(([px, py]) => `A${r} ${r} 0 0 1 ${formatRoundedToTwoDecimals(px)} ${formatRoundedToTwoDecimals(py)}`).join('')}Z`;
}

/** Shades the lower right of a clump with arcs that become shorter towards its middle. */
function clumpHatch(clump: Clump): string {
  return [0.92, 0.74, 0.56, 0.38]
    .map((k, i) => {
      const r = clump.r * k;
      const [from, to] = [-0.25 + i * 0.16, 1.9 - i * 0.22];
      const point = (a: number): string =>
        `${formatRoundedToTwoDecimals(clump.x + Math.cos(a) * r)} ${formatRoundedToTwoDecimals(clump.y + Math.sin(a) * r * 0.84)}`;
      return `M${point(from)}A${formatRoundedToTwoDecimals(r)} ${formatRoundedToTwoDecimals(r * 0.84)} 0 0 1 ${point(to)}`;
    })
    .join('');
}

/** Draws an oak in the style of a wood engraving with its root at (x, y), about as wide as it is tall. */
export function drawEngravedOak(x: number, y: number, size: number, ink: string, paper: string, seed = 7): string {
  const random = createSeededRandom(seed);
  const s = size;
  const trunk = `<path d="M${formatRoundedToTwoDecimals(x - 0.16 * s)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - 0.06 * s)} ${formatRoundedToTwoDecimals(y - 0.04 * s)} ${formatRoundedToTwoDecimals(x - 0.045 * s)} ${formatRoundedToTwoDecimals(y - 0.14 * s)} ${formatRoundedToTwoDecimals(x - 0.05 * s)} ${formatRoundedToTwoDecimals(y - 0.26 * s)}C${formatRoundedToTwoDecimals(x - 0.1 * s)} ${formatRoundedToTwoDecimals(y - 0.34 * s)} ${formatRoundedToTwoDecimals(x - 0.2 * s)} ${formatRoundedToTwoDecimals(y - 0.36 * s)} ${formatRoundedToTwoDecimals(x - 0.26 * s)} ${formatRoundedToTwoDecimals(y - 0.44 * s)}L${formatRoundedToTwoDecimals(x + 0.26 * s)} ${formatRoundedToTwoDecimals(y - 0.44 * s)}C${formatRoundedToTwoDecimals(x + 0.2 * s)} ${formatRoundedToTwoDecimals(y - 0.36 * s)} ${formatRoundedToTwoDecimals(x + 0.09 * s)} ${formatRoundedToTwoDecimals(y - 0.34 * s)} ${formatRoundedToTwoDecimals(x + 0.055 * s)} ${formatRoundedToTwoDecimals(y - 0.24 * s)}C${formatRoundedToTwoDecimals(x + 0.05 * s)} ${formatRoundedToTwoDecimals(y - 0.12 * s)} ${formatRoundedToTwoDecimals(x + 0.07 * s)} ${formatRoundedToTwoDecimals(y - 0.04 * s)} ${formatRoundedToTwoDecimals(x + 0.17 * s)} ${formatRoundedToTwoDecimals(y)}Z" fill="${ink}"/>`;
  const bark = Array.from({ length: 4 }, (_, i) => {
    const dx = (-0.03 + i * 0.02) * s;
    return `M${formatRoundedToTwoDecimals(x + dx)} ${formatRoundedToTwoDecimals(y - 0.03 * s)}C${formatRoundedToTwoDecimals(x + dx * 0.8)} ${formatRoundedToTwoDecimals(y - 0.12 * s)} ${formatRoundedToTwoDecimals(x + dx)} ${formatRoundedToTwoDecimals(y - 0.2 * s)} ${formatRoundedToTwoDecimals(x + dx * 1.6)} ${formatRoundedToTwoDecimals(y - 0.3 * s)}`;
  }).join('');
  const clumps: Clump[] = [];
  for (let ring = 0; ring < 3; ring++) {
    const count = [11, 8, 5][ring]!;
    for (let i = 0; i < count; i++) {
      const angle = Math.PI * (1.08 - (1.16 * i) / (count - 1)) + (random() - 0.5) * 0.1;
      const reach = [0.4, 0.25, 0.12][ring]! * s;
      clumps.push({
        x: x + Math.cos(angle) * reach * 1.12,
        y: y - 0.52 * s - Math.sin(angle) * reach * 0.92,
        r: s * (0.105 + random() * 0.03),
      });
    }
  }
  clumps.sort((a, b) => a.y - b.y);
  const crown = clumps
    .map((clump) => {
      const edge = `<path d="${clumpOutline(clump, random)}" fill="${paper}" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(s * 0.0095)}"/>`;
      return `${edge}<path d="${clumpHatch(clump)}" fill="none" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(s * 0.0105)}" stroke-linecap="round"/>`;
    })
    .join('');
  const grass = Array.from({ length: 5 }, (_, i) => {
    const wide = (0.62 - i * 0.1) * s;
    return `M${formatRoundedToTwoDecimals(x - wide + (random() - 0.5) * 0.2 * s)} ${formatRoundedToTwoDecimals(y + i * 0.022 * s)}H${formatRoundedToTwoDecimals(x + wide)}`;
  }).join('');
  return `${trunk}<path d="${bark}" stroke="${paper}" stroke-width="${formatRoundedToTwoDecimals(s * 0.008)}" fill="none"/>${crown}<path d="${grass}" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(s * 0.009)}"/>`;
}
