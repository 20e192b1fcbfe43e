import { expect, test } from 'vitest';
import { evaluateGoal, type PerformanceGoal, performanceGoals } from '../../../../bench/report/goals.ts';
import { createBenchReport, formatNumber, renderReportAsMarkdown } from '../../../../bench/report/report.ts';

const minGoal: PerformanceGoal = { metric: 'a', description: 'speed of A', bound: 'min', limit: 0.85, unit: '×' };
const maxGoal: PerformanceGoal = { metric: 'b', description: 'size of B', bound: 'max', limit: 90, unit: 'kB' };

test.each([
  [minGoal, { a: 0.85 }, 'met'],
  [minGoal, { a: 0.849 }, 'missed'],
  [maxGoal, { b: 90 }, 'met'],
  [maxGoal, { b: 90.1 }, 'missed'],
  [maxGoal, {}, 'unmeasured'],
  [maxGoal, { b: Number.NaN }, 'unmeasured'],
])('evaluateGoal() of %j with %j is %s', (goal, metrics, outcome) => {
  expect(evaluateGoal(goal, metrics).outcome).toBe(outcome);
});

test('each goal has a description of its own', () => {
  expect(new Set(performanceGoals.map(({ description }) => description)).size).toBe(performanceGoals.length);
});

test.each([
  [12_345.6, '12,350'],
  [1_000, '1,000'],
  [123.4, '123'],
  [12.34, '12.3'],
  [0.854, '0.85'],
  [5, '5'],
  [0, '0'],
  [Number.NaN, '–'],
])('formatNumber(%d) returns %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

const machine = {
  processor: 'Processor X',
  cores: 2,
  memoryGiB: 8,
  system: 'linux x64 6.1',
  node: 'v24.0.0',
  isPinned: false,
};

const report = createBenchReport(
  {
    createdAt: '2026-05-04T03:02:01.000Z',
    profile: 'quick',
    minutes: 3.2,
    machine,
    loadBefore: 0.2,
    sections: [{ title: 'Part', text: ['Words.'], columns: ['name', 'figure'], rows: [['one', 1_234]] }],
    metrics: { a: 0.9, b: 100 },
  },
  [minGoal, maxGoal],
);

test('the report says that other programs used the machine', () => {
  expect(renderReportAsMarkdown(report)).not.toContain('busy');
  expect(renderReportAsMarkdown({ ...report, loadBefore: 11.34 })).toContain('load average before the run was 11.3');
});

test('the report shows the chart of a section', () => {
  const chart = { name: 'part', title: 'Part', unit: 'ms', bars: [] };
  const sections = report.sections.map((section) => ({ ...section, chart }));
  expect(renderReportAsMarkdown({ ...report, sections })).toContain('![Part](part.svg)');
});

test('the report describes the machine, each goal and each figure', () => {
  const text = renderReportAsMarkdown(report);
  expect(text).toContain('Processor X, 2 cores, 8 GiB, linux x64 6.1, Node v24.0.0');
  expect(text).toContain('could not be pinned to different cores');
  expect(text).toContain('| speed of A | ≥ 0.85 × | 0.90 × | met |');
  expect(text).toContain('| size of B | ≤ 90 kB | 100 kB | **missed** |');
  expect(text).toContain('| name | figure |\n|---|--:|\n| one | 1,234 |');
});
