import { expect, test } from 'vitest';
import { middleOf } from '../../../bench/measure.ts';
import { type Goal, goals, judge } from '../../../bench/report/budgets.ts';
import { makeReport, shortNumber, toMarkdown } from '../../../bench/report/report.ts';
import { partsOf } from '../../../bench/scenarios/weight.ts';

const least: Goal = { figure: 'a', says: 'A is quick', bound: 'least', limit: 0.85, unit: '×' };
const most: Goal = { figure: 'b', says: 'B is small', bound: 'most', limit: 90, unit: 'kB' };

test.each([
  [least, { a: 0.85 }, 'met'],
  [least, { a: 0.849 }, 'missed'],
  [most, { b: 90 }, 'met'],
  [most, { b: 90.1 }, 'missed'],
  [most, {}, 'unmeasured'],
  [most, { b: Number.NaN }, 'unmeasured'],
])('the goal %j with %j is %s', (goal, figures, outcome) => {
  expect(judge(goal, figures).outcome).toBe(outcome);
});

test('every goal says something of its own', () => {
  expect(new Set(goals.map(({ says }) => says)).size).toBe(goals.length);
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
])('%d is written %s', (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

const report = makeReport(
  {
    at: '2026-05-04T03:02:01.000Z',
    profile: 'quick',
    minutes: 3.2,
    machine: {
      processor: 'Processor X',
      cores: 2,
      memoryGiB: 8,
      system: 'linux x64 6.1',
      node: 'v24.0.0',
      pinned: false,
    },
    sections: [{ title: 'Part', text: ['Words.'], columns: ['name', 'figure'], rows: [['one', 1_234]] }],
    figures: { a: 0.9, b: 100 },
  },
  [least, most],
);

test('the report describes the machine, each goal and each figure', () => {
  const text = toMarkdown(report);
  expect(text).toContain('Processor X, 2 cores, 8 GiB, linux x64 6.1, Node v24.0.0');
  expect(text).toContain('could not be held on different cores');
  expect(text).toContain('| A is quick | ≥ 0.85 × | 0.90 × | met |');
  expect(text).toContain('| B is small | ≤ 90 kB | 100 kB | **missed** |');
  expect(text).toContain('| name | figure |\n|---|--:|\n| one | 1,234 |');
});

test('the middle of bursts is taken figure by figure, and their faults add up', () => {
  const burst = (figure: number, faults: number) => ({
    perSecond: figure,
    perCpuSecond: 10 - figure,
    cpuMicros: { storefront: figure },
    p50: figure,
    p99: figure,
    mibPerSecond: figure,
    residentMiB: figure,
    faults,
  });
  const middle = middleOf([burst(1, 1), burst(5, 0), burst(3, 2)]);
  expect(middle).toMatchObject({ perSecond: 3, perCpuSecond: 7, cpuMicros: { storefront: 3 }, faults: 3 });
});

test('a document’s modules, styles and fonts are found, each once', () => {
  const html =
    '<link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossorigin><link rel="stylesheet" href="/a.css">' +
    '<script type="module" src="/e.js"></script><link rel="modulepreload" href="/m.js?a=1&amp;b=2"><link rel="modulepreload" href="/e.js">' +
    '<link rel="icon" href="/i.svg"><link rel="preload" as="image" href="/p.webp"><script type="application/json">{}</script>';
  expect(partsOf(html)).toEqual({ scripts: ['/e.js', '/m.js?a=1&b=2'], styles: ['/a.css'], fonts: ['/f.woff2'] });
});
