import type { MachineInfo } from '../processes/machine.ts';
import type { BarChart } from './charts.ts';
import { evaluateGoal, type GoalResult, type PerformanceGoal } from './goals.ts';

/** A section of the report: a heading, paragraphs and one table. */
export interface ReportSection {
  title: string;
  /** Paragraphs above the table. */
  text: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** A drawing of the table's most important figures. */
  chart?: BarChart;
}

/** Measured values by name, for goals and for programs that read `report.json`. */
export type MetricsByName = Record<string, number>;

/** The report on one part of the benchmark. */
export interface BenchPartReport {
  sections: readonly ReportSection[];
  metrics: MetricsByName;
}

export interface BenchReport extends BenchPartReport {
  /** Time at which the run ended, in ISO 8601. */
  createdAt: string;
  profile: 'full' | 'quick';
  minutes: number;
  machine: MachineInfo;
  /** Average number of programs that wanted to run, in the minute before the run. */
  loadBefore: number;
  goalResults: readonly GoalResult[];
}

export const createBenchReport = (
  measured: Omit<BenchReport, 'goalResults'>,
  goals: readonly PerformanceGoal[],
): BenchReport => ({
  ...measured,
  goalResults: goals.map((goal) => evaluateGoal(goal, measured.metrics)),
});

const outcomeLabels: Record<GoalResult['outcome'], string> = {
  met: 'met',
  missed: '**missed**',
  unmeasured: 'not measured',
};

export function renderReportAsMarkdown(report: BenchReport): string {
  return [
    '# Benchmark',
    ...describeRun(report),
    '## Goals',
    ...charts(createOverviewChart(report.goalResults)),
    goalTable(report.goalResults),
    ...report.sections.flatMap(({ title, text, columns, rows, chart }) => [
      `## ${title}`,
      ...text,
      ...charts(chart),
      table(columns, rows),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

const charts = (chart: BarChart | undefined): string[] => (chart ? [`![${chart.title}](${chart.name}.svg)`] : []);

/** Draws the goals that are ratios to reach: at 1, this project is as fast as what it is compared with. */
export function createOverviewChart(results: readonly GoalResult[]): BarChart | undefined {
  const bars = results.flatMap(({ goal: { label, limit }, value }) =>
    label !== undefined && !Number.isNaN(value) ? [{ label, values: [value], goal: limit }] : [],
  );
  if (bars.length === 0) return undefined;
  return { name: 'overview', title: 'Compared with bare servers in the same run', unit: 'times as fast', bars };
}

/** Returns all charts of a report. */
export const listCharts = ({ goalResults, sections }: BenchReport): BarChart[] =>
  [createOverviewChart(goalResults), ...sections.map(({ chart }) => chart)].filter((chart) => chart !== undefined);

/** Share of the cores from which other programs disturb a run. */
const busyShare = 0.3;

function describeRun({ createdAt, profile, minutes, machine, loadBefore }: BenchReport): string[] {
  const { processor, cores, memoryGiB, system, node, isPinned } = machine;
  const pinning = isPinned
    ? 'Servers and load generator were pinned to different cores.'
    : 'Servers and load generator could not be pinned to different cores, so the load generator affects the rates per second.';
  const paragraphs = [
    `${createdAt.slice(0, 16).replace('T', ' ')} UTC, ${profile} run, ${Math.round(minutes)} min.`,
    `${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}. ${pinning}`,
    'Each figure is the median of several samples; the scenarios of a table were measured in turn, in rotating order. ' +
      '“Per CPU-second” relates the requests to the CPU time of the servers that a row names, with their children. autocannon generates the load ' +
      'on a single core: where it reaches its own limit, rates per second and latencies describe the generator.',
  ];
  if (loadBefore > busyShare * cores)
    paragraphs.push(
      `**The machine was busy with other programs**: its load average before the run was ${loadBefore.toFixed(1)}. Rates per second and latencies ` +
        'are those of such a machine, and processor times are longer than on a quiet one; ratios within the run count.',
    );
  if (profile === 'quick')
    paragraphs.push('A quick run takes few and short samples. It finds failures; its figures are imprecise.');
  return paragraphs;
}

const goalTable = (results: readonly GoalResult[]): string =>
  table(
    ['goal', 'target', 'measured', ''],
    results.map(({ goal, value, outcome }) => [
      goal.description,
      `${goal.bound === 'min' ? '≥' : '≤'} ${withUnit(goal.limit, goal.unit)}`,
      outcome === 'unmeasured' ? '–' : withUnit(value, goal.unit),
      outcomeLabels[outcome],
    ]),
  );

/** Renders a Markdown table. Columns of numbers are right-aligned. */
function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = (column: number) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number');
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(formatCell).join(' | ')} |`;
  return [
    line(columns),
    `|${columns.map((_, column) => (isNumeric(column) ? '--:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

const formatCell = (value: string | number): string => (typeof value === 'number' ? formatNumber(value) : value);

/** Rounds a number to at most four significant digits and two decimals, because measurements are no more precise. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const magnitude = Math.abs(value);
  if (magnitude >= 1_000) return String(Number(value.toPrecision(4)).toFixed(0)).replace(/\B(?=(\d{3})+$)/g, ',');
  if (magnitude >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return magnitude >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const withUnit = (value: number, unit: string): string => `${formatNumber(value)}${unit && ` ${unit}`}`;
