import type { Machine } from '../machine.ts';
import { type Goal, judge, type Verdict } from './budgets.ts';

/** A part of the report: what was measured in one go. */
export interface Section {
  title: string;
  /** What stands above the table, a paragraph each. */
  text: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Name → value: what goals are judged by, and what a program would read. */
export type Figures = Record<string, number>;

export interface Report {
  /** ISO 8601. */
  at: string;
  profile: 'full' | 'quick';
  minutes: number;
  machine: Machine;
  sections: readonly Section[];
  figures: Figures;
  verdicts: readonly Verdict[];
}

export const makeReport = (measured: Omit<Report, 'verdicts'>, goals: readonly Goal[]): Report => ({
  ...measured,
  verdicts: goals.map((goal) => judge(goal, measured.figures)),
});

const words: Record<Verdict['outcome'], string> = { met: 'met', missed: '**missed**', unmeasured: 'not measured' };

export function toMarkdown({ at, profile, minutes, machine, sections, verdicts }: Report): string {
  const { processor, cores, memoryGiB, system, node, pinned } = machine;
  const goals = table(
    ['goal', 'wanted', 'measured', ''],
    verdicts.map(({ goal, value, outcome }) => [
      goal.says,
      `${goal.bound === 'least' ? '≥' : '≤'} ${withUnit(goal.limit, goal.unit)}`,
      outcome === 'unmeasured' ? '–' : withUnit(value, goal.unit),
      words[outcome],
    ]),
  );
  return [
    '# Benchmark',
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${profile === 'quick' ? 'a quick run' : 'a full run'} of ${Math.round(minutes)} minutes.`,
    `${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}. ` +
      (pinned
        ? 'Servers and load generator were held on different cores.'
        : 'Servers and load generator could not be held on different cores: figures per second mix both.'),
    profile === 'quick'
      ? 'Bursts were short and few: figures of a quick run tell faults from speed, and little more.'
      : '',
    'Figures are the medians of several bursts. The bursts of one table took turns, each round beginning with another. ' +
      '“Per CPU-second” counts the processor time of the process that answers, and leaves out the load generator’s.',
    '## Goals',
    goals,
    ...sections.flatMap(({ title, text, columns, rows }) => [`## ${title}`, ...text, table(columns, rows)]),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

/** Numbers to the right, words to the left. */
function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumber = (column: number) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number');
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(columns),
    `|${columns.map((_, column) => (isNumber(column) ? '--:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

const cell = (value: string | number): string => (typeof value === 'number' ? shortNumber(value) : value);

/** Three figures are all that a benchmark knows. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1_000) return String(Number(value.toPrecision(4)).toFixed(0)).replace(/\B(?=(\d{3})+$)/g, ',');
  if (size >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const withUnit = (value: number, unit: string): string => `${shortNumber(value)}${unit && ` ${unit}`}`;
