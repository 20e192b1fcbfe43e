import { expect, test } from 'vitest';
import { combineSamples, type ScenarioSample } from '../../../../bench/load/measure.ts';
import { performanceGoals } from '../../../../bench/report/goals.ts';
import type { BenchPartReport } from '../../../../bench/report/report.ts';
import { heldConnectionsAttacks, requestAttacks } from '../../../../bench/scenarios/attack-requests.ts';
import { buildAttacksPartReport } from '../../../../bench/scenarios/attacks-report.ts';
import { createOrderRequests } from '../../../../bench/scenarios/checkout-requests.ts';
import { buildFloorsPartReport } from '../../../../bench/scenarios/floors-report.ts';
import { buildManySitesPartReport } from '../../../../bench/scenarios/many-sites-report.ts';
import {
  buildOrdersPartReport,
  orderScenarioReportLabels as orderNames,
} from '../../../../bench/scenarios/orders-report.ts';
import { buildPagesPartReport, pageScenarioReportLabels } from '../../../../bench/scenarios/pages-report.ts';
import { buildPanelVisitsPartReport } from '../../../../bench/scenarios/panel-report.ts';
import { findPageAssets } from '../../../../bench/scenarios/weight.ts';
import { fullEstateSite, neighbourSite } from '../../../../bench/sites/write-sites.ts';

const createSample = (figure: number, failures = 0): ScenarioSample => ({
  requestsPerSecond: figure,
  requestsPerCpuSecond: 10 - figure,
  cpuMicros: { storefront: figure, API: 2 * figure },
  p50Ms: figure,
  p99Ms: figure,
  mibPerSecond: figure,
  residentMiB: figure,
  failures,
  backgroundPerSecond: figure,
});

const expectCompleteRows = ({ sections }: BenchPartReport) => {
  for (const { columns, rows } of sections) for (const row of rows) expect(row).toHaveLength(columns.length);
};

test('combineSamples() takes the median of each figure and adds up the failures', () => {
  expect(combineSamples([createSample(1, 1), createSample(5, 0), createSample(3, 2)])).toMatchObject({
    requestsPerSecond: 3,
    requestsPerCpuSecond: 7,
    cpuMicros: { storefront: 3, API: 6 },
    failures: 3,
  });
});

test('findPageAssets() returns each script, style sheet and font of a document once', () => {
  const html =
    '<link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossorigin><link rel="stylesheet" href="/a.css">' +
    '<script type="module" src="/e.js"></script><link rel="modulepreload" href="/m.js?a=1&amp;b=2"><link rel="modulepreload" href="/e.js">' +
    '<link rel="icon" href="/i.svg"><link rel="preload" as="image" href="/p.webp"><script type="application/json">{}</script>';
  expect(findPageAssets(html)).toEqual({
    scripts: ['/e.js', '/m.js?a=1&b=2'],
    styles: ['/a.css'],
    fonts: ['/f.woff2'],
  });
});

const byteTimes = {
  bareStreamRender: { firstByteMs: 4, lastByteMs: 5 },
  render: { firstByteMs: 2, lastByteMs: 6 },
  cached: { firstByteMs: 1, lastByteMs: 1 },
};

test('buildPagesPartReport() reports the times until the first and the last byte', () => {
  const { metrics, sections } = buildPagesPartReport(() => createSample(1), byteTimes);
  expect(metrics).toMatchObject({ 'render.firstByteMs': 2, 'render.lastByteMs': 6 });
  expect(sections.find(({ title }) => title === 'First and last byte')?.rows).toEqual([
    ['bare renderToPipeableStream, same tree', 4, 5],
    ['wine list, uncached', 2, 6],
    ['wine list, cached', 1, 1],
  ]);
});

test('buildPagesPartReport() compares pages per CPU-second and calls per second', () => {
  const figures: Record<string, number> = {
    [pageScenarioReportLabels.bareCached]: 5,
    [pageScenarioReportLabels.cached]: 6,
    [pageScenarioReportLabels.direct]: 4,
    [pageScenarioReportLabels.gateway]: 3,
  };
  const result = buildPagesPartReport((name) => createSample(figures[name] ?? 1), byteTimes);
  expect(result.metrics).toMatchObject({ 'cached.ratio': 0.8, 'gateway.ratio': 0.75, 'gateway.apiMicros': 6 });
  expectCompleteRows(result);
});

test('buildPagesPartReport() compares each render with renderToString and with renderToPipeableStream', () => {
  // The scenarios have these requests per CPU second: string 8, stream 5, uncached 4, collected 6.
  const figures: Record<string, number> = {
    [pageScenarioReportLabels.bareStringRender]: 2,
    [pageScenarioReportLabels.bareStreamRender]: 5,
    [pageScenarioReportLabels.render]: 6,
    [pageScenarioReportLabels.renderCollected]: 4,
  };
  const { metrics, sections } = buildPagesPartReport((name) => createSample(figures[name] ?? 1), byteTimes);
  expect(metrics).toMatchObject({
    'render.ratioToString': 0.5,
    'render.ratioToStream': 0.8,
    'renderCollected.ratioToString': 0.75,
    'renderCollected.ratioToStream': 1.2,
  });
  const renders = sections.find(({ title }) => title === 'Renders');
  const columns = ['ratio to string', 'ratio to stream'].map((column) => renders?.columns.indexOf(column) ?? -1);
  const row = renders?.rows.find(([name]) => name === pageScenarioReportLabels.render);
  expect(columns.map((column) => row?.[column])).toEqual([0.5, 0.8]);
});

test('buildPagesPartReport() compares caches in front, and leaves empty what is not installed', () => {
  const isInstalled = (name: string) => name !== pageScenarioReportLabels.varnish;
  const figures: Record<string, number> = {
    [pageScenarioReportLabels.bareCached]: 5,
    [pageScenarioReportLabels.nginx]: 2,
  };
  const result = buildPagesPartReport(
    (name) => (isInstalled(name) ? createSample(figures[name] ?? 1) : null),
    byteTimes,
  );
  expect(result.metrics).toMatchObject({ 'nginx.ratio': 1.6, 'varnish.ratio': Number.NaN });
  expectCompleteRows(result);
});

test('buildFloorsPartReport() relates processor time of own processes and of PostgreSQL to the hand-written ones', () => {
  const sampleOf = (name: string): ScenarioSample => {
    const isBare = name.endsWith('hand-written');
    return {
      ...createSample(1, 1),
      cpuMicros: isBare ? { 'bare shop': 10, PostgreSQL: 20 } : { API: 15, PostgreSQL: 60 },
    };
  };
  const cold = {
    bare: { cpuMillis: { 'bare shop': 2, PostgreSQL: 1 }, firstByteMs: 1, lastByteMs: 2 },
    storefront: { cpuMillis: { storefront: 3, API: 2, PostgreSQL: 1 }, firstByteMs: 3, lastByteMs: 4 },
  };
  const result = buildFloorsPartReport(sampleOf, { home: cold, wineList: cold });
  expect(result.metrics).toMatchObject({
    'floors.list.ownRatio': 1.5,
    'floors.list.databaseRatio': 3,
    'floors.order.ownRatio': 1.5,
    'cold.home.cpuMillis': 6,
    'cold.wineList.ratio': 2,
    'cold.home.firstByteMs': 3,
    'floors.failed': 4,
  });
  expectCompleteRows(result);
  const goals = performanceGoals.filter(({ metric }) => /^(floors|cold)\./.test(metric));
  for (const { metric } of goals) expect(result.metrics[metric]).toBeGreaterThan(0);
});

test('the goals of uncached pages refer to metrics that buildPagesPartReport() returns', () => {
  const { metrics } = buildPagesPartReport(() => createSample(1), byteTimes);
  const renderGoals = performanceGoals.filter(({ metric }) => metric.startsWith('render'));
  expect(renderGoals.map(({ limit }) => limit)).toEqual([0.9, 0.85]);
  for (const { metric } of renderGoals) expect(metrics[metric]).toBe(1);
});

test('buildManySitesPartReport() compares many sites with one', () => {
  const result = buildManySitesPartReport({
    samples: [
      { count: 1, sample: createSample(2) },
      { count: 10_000, sample: createSample(4) },
    ],
    cold: createSample(40),
    restarted: createSample(5),
    idleCores: 0.005,
    warmUp: { pages: 20_000, seconds: 60 },
    totalMiB: 400,
    connections: 50,
    eviction: { sample: createSample(8), memoryGrowth: 1.05, maxResidentMiB: 700 },
  });
  expect(result.metrics).toMatchObject({
    'sites.1.ratio': 1,
    'sites.10000.ratio': 0.75,
    'sites.10000.coldRatio': expect.any(Number),
    'sites.10000.restartRatio': expect.any(Number),
    'sites.10000.idleCores': 0.005,
    'eviction.memoryGrowth': 1.05,
  });
  expect(result.sections.map(({ rows }) => rows.length)).toEqual([4, 1]);
  expect(result.sections[0]?.text.join()).toContain('0.5 % of a core');
  expectCompleteRows(result);
});

test('buildOrdersPartReport() compares pages during orders with pages alone and counts the failures of all scenarios', () => {
  const figures: Record<string, number> = {
    [orderNames.page]: 8,
    [orderNames.pageDuringOrders]: 6,
    [orderNames.order]: 2,
  };
  const result = buildOrdersPartReport((name) => createSample(figures[name] ?? 1, 1));
  expect(result.metrics).toMatchObject({
    'orders.order.perSecond': 2,
    'orders.order.p99Ms': 2,
    'orders.pages.ratio': 0.75,
    'orders.pages.ordersPerSecond': 6,
    'orders.failed': 5,
  });
  expectCompleteRows(result);
});

test('buildAttacksPartReport() reports the worst latencies of each estate and adds up the failures', () => {
  const createAttackSample = (name: string, [attacked = 0, neighbour = 0]: number[], residentMiB: number) => ({
    name,
    attackerCounts: '',
    attacked: { pageP99Ms: attacked, orderP99Ms: 10 * attacked, failures: 1 },
    neighbour: { pageP99Ms: neighbour, orderP99Ms: 10 * neighbour, failures: 2 },
    residentMiB,
  });
  const result = buildAttacksPartReport(
    [
      createAttackSample('none', [5, 4], 100),
      createAttackSample('unknown paths', [20, 7], 200),
      createAttackSample('log-ins', [10, 9], 220),
    ],
    60,
  );
  expect(result.metrics).toEqual({
    'attacks.pageP99Ms': 9,
    'attacks.orderP99Ms': 90,
    'attacks.attackedPageP99Ms': 20,
    'attacks.attackedOrderP99Ms': 200,
    'attacks.memoryGrowth': 1.1,
    'attacks.failed': 9,
  });
  expectCompleteRows(result);
  const goals = performanceGoals.filter(({ metric }) => metric.startsWith('attacks.'));
  expect(goals.map(({ metric }) => metric).sort()).toEqual(Object.keys(result.metrics).sort());
});

test('attacks are directed at one estate, and visitors of another one are measured', () => {
  const hosts = [
    ...requestAttacks.flatMap(({ requests }) => requests),
    ...heldConnectionsAttacks.map((a) => a.request),
  ].map(({ headers }) => headers?.host);
  expect(new Set(hosts)).toEqual(new Set([fullEstateSite.host]));
  const [order] = createOrderRequests(['token=1'], neighbourSite.host);
  expect(order?.headers?.host).toBe(neighbourSite.host);
});

test('buildPanelVisitsPartReport() reports the median visit in seconds, to which the goal of the panel refers', () => {
  const visits = [2_500, 9_000, 2_000].map((todayMs) => ({ todayMs, chartsMs: todayMs + 500 }));
  const result = buildPanelVisitsPartReport(visits);
  expect(result.metrics).toEqual({ 'panel.todaySeconds': 2.5, 'panel.chartsSeconds': 3 });
  expectCompleteRows(result);
  const goals = performanceGoals.filter(({ metric }) => metric.startsWith('panel.'));
  expect(goals.map(({ metric }) => metric)).toEqual(['panel.todaySeconds']);
});
