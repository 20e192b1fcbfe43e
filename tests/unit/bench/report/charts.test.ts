import { expect, test } from 'vitest';
import { type BarChart, renderBarChart } from '../../../../bench/report/charts.ts';
import { createOverviewChart } from '../../../../bench/report/report.ts';

const chart: BarChart = {
  name: 'pages',
  title: 'Pages & "lists"',
  unit: 'ms',
  parts: ['storefront', 'API'],
  bars: [
    { label: 'bare <server>', values: [2, 1], isBaseline: true },
    { label: 'own', values: [4, 2], goal: 8 },
    { label: 'not installed', values: [Number.NaN, 1] },
  ],
};

test('renderBarChart() draws bars in proportion, with their sums, and leaves out what was not measured', () => {
  const svg = renderBarChart(chart);
  const widths = [...svg.matchAll(/<rect class="(?:base|p\d)" x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="18"/g)];
  const [first = 0, second = 0, third = 0, fourth = 0] = widths.map(([, width]) => Number(width));
  expect(widths).toHaveLength(4);
  expect([first / second, third / second, fourth / second].map((ratio) => Math.round(ratio * 10) / 10)).toEqual([
    2, 4, 2,
  ]);
  expect(svg).toContain('>6</text>');
  expect(svg).not.toContain('not installed');
});

test('renderBarChart() escapes texts, names the unit and describes itself to screen readers', () => {
  const svg = renderBarChart(chart);
  expect(svg).toContain('bare &lt;server&gt;');
  expect(svg).toContain(
    '<title id="pages-title">Pages &amp; &quot;lists&quot;, ms: bare &lt;server&gt; 3; own 6</title>',
  );
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).toContain('dashed line: goal');
});

test('renderBarChart() keeps every number within the drawing', () => {
  const wide = {
    ...chart,
    bars: [
      { label: 'a', values: [100], goal: 99 },
      { label: 'b', values: [1] },
    ],
  };
  for (const [, x] of renderBarChart(wide).matchAll(/<text x="([\d.]+)"/g)) expect(Number(x)).toBeLessThan(700);
});

test('createOverviewChart() draws only goals with a label that were measured', () => {
  const goal = { metric: 'a', description: 'a', bound: 'min', limit: 1, unit: '×' } as const;
  const results = [
    { goal: { ...goal, label: 'drawn' }, value: 0.9, outcome: 'missed' },
    { goal: { ...goal, label: 'unmeasured' }, value: Number.NaN, outcome: 'unmeasured' },
    { goal, value: 2, outcome: 'met' },
  ] as const;
  expect(createOverviewChart(results)?.bars).toEqual([{ label: 'drawn', values: [0.9], goal: 1 }]);
  expect(createOverviewChart([])).toBeUndefined();
});
