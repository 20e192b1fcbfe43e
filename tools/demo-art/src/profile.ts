/** A segment of a silhouette from top to bottom, a straight line or a cubic curve; heights and radii in mm. */
export type ProfileSegment =
  | [y: number, r: number]
  | [y1: number, r1: number, y2: number, r2: number, y: number, r: number];

/** A body of revolution, given by its radius and slope at each height. */
export interface RevolutionProfile {
  height: number;
  widest: number;
  radiusAt(y: number): number;
  slopeAt(y: number): number;
}

const PER_MM = 8;

export function createRevolutionProfile(top: number, steps: ProfileSegment[]): RevolutionProfile {
  const ys: number[] = [0];
  const rs: number[] = [top];
  for (const step of steps) {
    const y0 = ys.at(-1)!;
    const r0 = rs.at(-1)!;
    if (step.length === 2) {
      ys.push(step[0]);
      rs.push(step[1]);
      continue;
    }
    const [y1, r1, y2, r2, y3, r3] = step;
    for (let i = 1; i <= 60; i++) {
      const t = i / 60;
      const u = 1 - t;
      ys.push(u ** 3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3);
      rs.push(u ** 3 * r0 + 3 * u * u * t * r1 + 3 * u * t * t * r2 + t ** 3 * r3);
    }
  }
  const height = ys.at(-1)!;
  const count = Math.ceil(height * PER_MM) + 1;
  const table = new Float64Array(count);
  let k = 0;
  for (let i = 0; i < count; i++) {
    const y = Math.min(height, i / PER_MM);
    while (k < ys.length - 2 && ys[k + 1]! < y) k++;
    const span = ys[k + 1]! - ys[k]!;
    const t = span > 0 ? (y - ys[k]!) / span : 1;
    table[i] = rs[k]! + (rs[k + 1]! - rs[k]!) * Math.min(1, Math.max(0, t));
  }
  soften(table);
  const radiusAt = (y: number): number => {
    const at = Math.min(count - 1, Math.max(0, y * PER_MM));
    const i = Math.min(count - 2, Math.floor(at));
    return table[i]! + (table[i + 1]! - table[i]!) * (at - i);
  };
  return {
    height,
    widest: table.reduce((a, b) => Math.max(a, b), 0),
    radiusAt,
    slopeAt: (y) => (radiusAt(y + 0.35) - radiusAt(y - 0.35)) / 0.7,
  };
}

/** Rounds every corner over about 2 mm, because glass has no sharp edges. */
function soften(table: Float64Array): void {
  for (let pass = 0; pass < 3; pass++) {
    const before = table.slice();
    const reach = 5;
    for (let i = reach; i < table.length - reach; i++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += before[i + k]!;
      table[i] = sum / (reach * 2 + 1);
    }
  }
}
