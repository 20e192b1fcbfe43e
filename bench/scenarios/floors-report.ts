import type { ScenarioSample } from '../load/measure.ts';
import { ratio } from '../load/statistics.ts';
import type { BenchPartReport, MetricsByName, ReportSection } from '../report/report.ts';

/** Number of products in the list. */
export const listLength = 24;
/** Number of concurrent callers of lists and orders. */
export const orderConnectionCount = 8;

/** Names of the scenarios, as the report shows them. */
export const floorCallLabels = {
  bareList: 'list of 24, hand-written',
  list: 'list of 24, API',
  bareOrder: 'order with two mails, hand-written',
  order: 'order with two mails, API',
} as const;
type Label = (typeof floorCallLabels)[keyof typeof floorCallLabels];

export const coldPageNames = ['home', 'wineList'] as const;
type ColdPageName = (typeof coldPageNames)[number];

/** Medians of a page that is not in the cache. */
export interface ColdPageSample {
  /** CPU time of a page in milliseconds, by process. */
  cpuMillis: Record<string, number>;
  firstByteMs: number;
  lastByteMs: number;
}

export type ColdPages = Record<ColdPageName, Record<'bare' | 'storefront', ColdPageSample>>;

const coldPageLabels: Record<ColdPageName, string> = { home: 'home page', wineList: 'wine list of 60' };

const sumOf = (values: Record<string, number>): number => Object.values(values).reduce((sum, value) => sum + value, 0);
const ownOf = ({ PostgreSQL: _, ...own }: Record<string, number>): number => sumOf(own);

export function buildFloorsPartReport(
  sampleOf: (label: Label) => ScenarioSample,
  coldPages: ColdPages,
): BenchPartReport {
  return {
    metrics: { ...createCallMetrics(sampleOf), ...createColdPageMetrics(coldPages) },
    sections: [createCallSection(sampleOf), createColdPageSection(coldPages)],
  };
}

function createCallMetrics(sampleOf: (label: Label) => ScenarioSample): MetricsByName {
  const ratios = (label: Label, floor: Label) => {
    const [measured, bare] = [sampleOf(label).cpuMicros, sampleOf(floor).cpuMicros];
    return [
      ratio(ownOf(measured), ownOf(bare)),
      ratio(measured.PostgreSQL ?? Number.NaN, bare.PostgreSQL ?? Number.NaN),
    ];
  };
  const [listOwn = Number.NaN, listDatabase = Number.NaN] = ratios(floorCallLabels.list, floorCallLabels.bareList);
  const [orderOwn = Number.NaN, orderDatabase = Number.NaN] = ratios(floorCallLabels.order, floorCallLabels.bareOrder);
  return {
    'floors.list.ownRatio': listOwn,
    'floors.list.databaseRatio': listDatabase,
    'floors.order.ownRatio': orderOwn,
    'floors.order.databaseRatio': orderDatabase,
    'floors.failed': Object.values(floorCallLabels).reduce((sum, label) => sum + sampleOf(label).failures, 0),
  };
}

const createColdPageMetrics = (coldPages: ColdPages): MetricsByName =>
  Object.fromEntries(
    coldPageNames.flatMap((name) => {
      const { storefront, bare } = coldPages[name];
      return [
        [`cold.${name}.cpuMillis`, sumOf(storefront.cpuMillis)],
        [`cold.${name}.ratio`, ratio(sumOf(storefront.cpuMillis), sumOf(bare.cpuMillis))],
        [`cold.${name}.firstByteMs`, storefront.firstByteMs],
        [`cold.${name}.lastByteMs`, storefront.lastByteMs],
      ];
    }),
  );

function createCallSection(sampleOf: (label: Label) => ScenarioSample): ReportSection {
  const row = (label: Label, floor: Label) => {
    const { requestsPerSecond, cpuMicros, p50Ms, p99Ms, failures } = sampleOf(label);
    const bare = sampleOf(floor).cpuMicros;
    const database = cpuMicros.PostgreSQL ?? Number.NaN;
    const own = [ownOf(cpuMicros), ratio(ownOf(cpuMicros), ownOf(bare))];
    const ofDatabase = [database, ratio(database, bare.PostgreSQL ?? Number.NaN)];
    return [label, requestsPerSecond, ...own, ...ofDatabase, p50Ms, p99Ms, failures];
  };
  const labels = floorCallLabels;
  return {
    title: 'Lists and orders against hand-written ones',
    text: [
      `\`GET /product?nbItem=${listLength}&orderBy=price\` and \`POST /order\` of the API itself, ${orderConnectionCount} connections, beside a ` +
        'Fastify with hand-written SQL in prepared statements, under the same row-level security and on the same database. The ' +
        'hand-written ones validate nothing and know neither sessions, languages nor limits. Two mails of each order go to a local mail server; ' +
        'the processor time counts until the last one has left. Ratios are of processor time, 1 is that of the hand-written one, less is better.',
    ],
    columns: ['', 'per second', 'own process µs', 'ratio', 'PostgreSQL µs', 'ratio', 'p50 ms', 'p99 ms', 'failures'],
    rows: [
      row(labels.bareList, labels.bareList),
      row(labels.list, labels.bareList),
      row(labels.bareOrder, labels.bareOrder),
      row(labels.order, labels.bareOrder),
    ],
    chart: {
      name: 'floors',
      title: 'Processor time of a list and of an order with two mails',
      unit: 'ms of processor time',
      parts: ['own process', 'PostgreSQL'],
      bars: Object.values(labels).map((label) => {
        const { cpuMicros } = sampleOf(label);
        return { label, values: [ownOf(cpuMicros) / 1_000, (cpuMicros.PostgreSQL ?? Number.NaN) / 1_000] };
      }),
    },
  };
}

function createColdPageSection(coldPages: ColdPages): ReportSection {
  const row = (label: string, { cpuMillis, firstByteMs, lastByteMs }: ColdPageSample, bare: ColdPageSample) => {
    const { storefront, 'bare shop': bareShop, API: api = Number.NaN, PostgreSQL: database = Number.NaN } = cpuMillis;
    const sum = sumOf(cpuMillis);
    const millis = [storefront ?? bareShop ?? Number.NaN, api, database, sum];
    return [label, ...millis, ratio(sum, sumOf(bare.cpuMillis)), firstByteMs, lastByteMs];
  };
  return {
    title: 'Cold pages',
    text: [
      'Each page is requested once after each change of the estate, one after another, so that nothing of it is cached. The hand-written ' +
        'floor reads the products of the page in one prepared statement and renders its React tree, whose other data is at hand, with ' +
        '`renderToPipeableStream`. Processor time of a page in milliseconds, with that of the change itself.',
    ],
    columns: ['', 'storefront ms', 'API ms', 'PostgreSQL ms', 'sum ms', 'ratio', 'first byte ms', 'last byte ms'],
    rows: coldPageNames.flatMap((name) => {
      const { bare, storefront } = coldPages[name];
      const label = coldPageLabels[name];
      return [row(`${label}, hand-written`, bare, bare), row(label, storefront, bare)];
    }),
    chart: {
      name: 'cold-pages',
      title: 'Processor time of a page that is not in the cache',
      unit: 'ms of processor time',
      parts: ['storefront', 'API', 'PostgreSQL'],
      bars: coldPageNames.flatMap((name) =>
        (['bare', 'storefront'] as const).map((kind) => {
          const {
            storefront,
            'bare shop': bareShop,
            API: api = 0,
            PostgreSQL: database = 0,
          } = coldPages[name][kind].cpuMillis;
          const label = `${coldPageLabels[name]}${kind === 'bare' ? ', hand-written' : ''}`;
          return { label, values: [storefront ?? bareShop ?? Number.NaN, api, database] };
        }),
      ),
    },
  };
}
