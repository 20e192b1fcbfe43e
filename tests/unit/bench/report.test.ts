import { expect, test } from 'vitest';
import { middleOf } from '../../../bench/measure.ts';
import { type Goal, goals, judge } from '../../../bench/report/budgets.ts';
import { makeReport, shortNumber, toMarkdown } from '../../../bench/report/report.ts';
import { reportManySites } from '../../../bench/scenarios/many-sites-report.ts';
import { names as orderNames, reportOrders } from '../../../bench/scenarios/orders-report.ts';
import { names, reportPages } from '../../../bench/scenarios/pages-report.ts';
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

const burst = (figure: number, faults = 0) => ({
  perSecond: figure,
  perCpuSecond: 10 - figure,
  cpuMicros: { storefront: figure, API: 2 * figure },
  p50: figure,
  p99: figure,
  mibPerSecond: figure,
  residentMiB: figure,
  faults,
  besidePerSecond: figure,
});

test('the middle of bursts is taken figure by figure, and their faults add up', () => {
  const middle = middleOf([burst(1, 1), burst(5, 0), burst(3, 2)]);
  expect(middle).toMatchObject({ perSecond: 3, perCpuSecond: 7, cpuMicros: { storefront: 3, API: 6 }, faults: 3 });
});

test('a document’s modules, styles and fonts are found, each once', () => {
  const html =
    '<link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossorigin><link rel="stylesheet" href="/a.css">' +
    '<script type="module" src="/e.js"></script><link rel="modulepreload" href="/m.js?a=1&amp;b=2"><link rel="modulepreload" href="/e.js">' +
    '<link rel="icon" href="/i.svg"><link rel="preload" as="image" href="/p.webp"><script type="application/json">{}</script>';
  expect(partsOf(html)).toEqual({ scripts: ['/e.js', '/m.js?a=1&b=2'], styles: ['/a.css'], fonts: ['/f.woff2'] });
});

test('pages are compared per second of the processor’s time, calls per second', () => {
  const figure = { [names.bareCached]: 5, [names.cached]: 6, [names.direct]: 4, [names.gateway]: 3 };
  const { figures, sections } = reportPages((name) => burst((figure as Record<string, number>)[name] ?? 1));
  expect(figures).toMatchObject({
    'cached.ratio': 0.8,
    'render.ratio': 1,
    'gateway.ratio': 0.75,
    'gateway.apiMicros': 6,
  });
  for (const { columns, rows } of sections) for (const row of rows) expect(row).toHaveLength(columns.length);
});

test('many sites are compared with one', () => {
  const { figures, sections } = reportManySites({
    bursts: [
      { count: 1, burst: burst(2) },
      { count: 10_000, burst: burst(4) },
    ],
    filled: { pages: 20_000, seconds: 60 },
    setMiB: 400,
    connections: 50,
    overfull: { burst: burst(8), growth: 1.05, residentMiB: 700 },
  });
  expect(figures).toMatchObject({ 'sites.1.ratio': 1, 'sites.10000.ratio': 0.75, 'overfull.growth': 1.05 });
  expect(sections.map(({ rows }) => rows.length)).toEqual([2, 1]);
  for (const { columns, rows } of sections) for (const row of rows) expect(row).toHaveLength(columns.length);
});

test('pages while orders are placed are compared with pages alone, and faults of all are counted', () => {
  const figure = { [orderNames.page]: 8, [orderNames.pageBeside]: 6, [orderNames.order]: 2 };
  const { figures, sections } = reportOrders((name) => burst((figure as Record<string, number>)[name] ?? 1, 1));
  expect(figures).toMatchObject({
    'orders.order.perSecond': 2,
    'orders.order.p99Ms': 2,
    'orders.pages.ratio': 0.75,
    'orders.pages.ordersPerSecond': 6,
    'orders.failed': 5,
  });
  for (const { columns, rows } of sections) for (const row of rows) expect(row).toHaveLength(columns.length);
});
