import { formatNumber } from './report.ts';

interface ChartBar {
  label: string;
  /** One value, or the parts of a stacked bar in the order of `BarChart.parts`. */
  values: readonly number[];
  /** A bar that the others are compared with. */
  isBaseline?: boolean;
  /** The value to reach, or not to exceed. */
  goal?: number;
}

export interface BarChart {
  /** Name of the file without its ending. */
  name: string;
  title: string;
  unit: string;
  /** Names of the parts of stacked bars, for the legend. */
  parts?: readonly string[];
  bars: readonly ChartBar[];
}

const width = 760;
const labelWidth = 330;
const valueWidth = 90;
const rowHeight = 30;
const barHeight = 18;
const headerHeight = 46;
const legendHeight = 26;

/** Colours that keep 3:1 against the background in both modes. */
const styles = `
  text { font: 14px system-ui, sans-serif; fill: #24292f; } .title { font-weight: 600; font-size: 16px; }
  .unit, .goal-label { fill: #57606a; } .p0 { fill: #8c2f4b; } .p1 { fill: #b07d2b; } .p2 { fill: #4a7a8c; } .base { fill: #8b949e; }
  .goal { stroke: #24292f; stroke-width: 2; stroke-dasharray: 4 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .unit, .goal-label { fill: #9da7b3; } .p0 { fill: #d7708f; } .p1 { fill: #d9a953; } .p2 { fill: #7fb4c8; }
    .base { fill: #7d8590; } .goal { stroke: #e6edf3; }
  }`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Draws horizontal bars, which are readable on a light and on a dark page. Bars that were not measured are left out. */
export function renderBarChart({ title, unit, parts = [], bars: all, name }: BarChart): string {
  const bars = all.filter(({ values }) => values.every(Number.isFinite));
  const top = headerHeight + (parts.length > 1 ? legendHeight : 0);
  const height = top + bars.length * rowHeight + 30;
  const max = Math.max(Number.MIN_VALUE, ...bars.flatMap(({ values, goal = 0 }) => [sumOf(values), goal]));
  const scale = (value: number) => Math.round((value / max) * (width - labelWidth - valueWidth) * 10) / 10;
  const hasGoals = bars.some(({ goal }) => goal !== undefined);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${name}-title">
<title id="${name}-title">${escapeXml(summarise(title, unit, bars))}</title>
<style>${styles}
</style>
<text class="title" x="8" y="24">${escapeXml(title)}</text>
${parts.length > 1 ? renderLegend(parts) : ''}
${bars.map((bar, index) => renderBar(bar, top + index * rowHeight, scale)).join('\n')}
<text class="unit" x="${labelWidth}" y="${height - 8}">${escapeXml(unit)}${hasGoals ? ' · dashed line: goal' : ''}</text>
</svg>
`;
}

const summarise = (title: string, unit: string, bars: readonly ChartBar[]): string =>
  `${title}, ${unit}: ${bars.map(({ label, values }) => `${label} ${formatNumber(sumOf(values))}`).join('; ')}`;

const renderLegend = (parts: readonly string[]): string =>
  parts
    .map((part, index) => {
      const x = labelWidth + index * 130;
      return `<rect class="p${index}" x="${x}" y="${headerHeight - 10}" width="12" height="12" rx="2"/><text x="${x + 18}" y="${headerHeight + 1}">${escapeXml(part)}</text>`;
    })
    .join('');

function renderBar({ label, values, isBaseline, goal }: ChartBar, y: number, scale: (value: number) => number): string {
  let x = labelWidth;
  const pieces = values.map((value, index) => {
    const piece = `<rect class="${isBaseline ? 'base' : `p${index}`}" x="${x}" y="${y}" width="${scale(value)}" height="${barHeight}" rx="2"/>`;
    x = Math.round((x + scale(value)) * 10) / 10;
    return piece;
  });
  const baseline = y + barHeight - 4;
  const atGoal = goal === undefined ? 0 : labelWidth + scale(goal);
  const line =
    goal === undefined
      ? ''
      : `<line class="goal" x1="${atGoal}" x2="${atGoal}" y1="${y - 4}" y2="${y + barHeight + 4}"/>`;
  // The number stands behind the goal where the goal would cross it.
  const textX = Math.max(x, goal !== undefined && atGoal > x - 4 && atGoal < x + 60 ? atGoal : 0) + 8;
  return (
    `<text x="${labelWidth - 10}" y="${baseline}" text-anchor="end">${escapeXml(label)}</text>` +
    `${pieces.join('')}${line}<text x="${textX}" y="${baseline}">${formatNumber(sumOf(values))}</text>`
  );
}
