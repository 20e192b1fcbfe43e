import type { Burst } from '../measure.ts';
import { ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';
import { cards } from '../sites/write-sites.ts';

export const apiCall = '/product?df:kind=juice&nbItem=24&orderBy=price';
export const connections = 50;
/** Renders last long: more at once would only wait. */
export const renderConnections = 8;

/** What is measured of pages, as the report calls it. */
export const names = {
  bareCached: 'bare Fastify, same bytes from memory',
  cached: 'wine list out of the cache',
  bareRevalidated: 'bare Fastify, answering 304',
  revalidated: 'home page, revalidated (304)',
  bareRender: 'React renderToString, same tree',
  render: 'wine list rendered',
  renderCollected: 'wine list rendered, collected, named',
  direct: 'API call, straight to the API',
  gateway: 'API call, through the gateway',
} as const;
type Name = (typeof names)[keyof typeof names];

export type Measured = (name: Name) => Burst;

const speedRatio = (of: Measured, name: Name, yardstick: Name) =>
  ratio(of(name).perCpuSecond, of(yardstick).perCpuSecond);

/** Microseconds of a process's time for a request; the storefront's is the first of the gateway's. */
const cost = (of: Measured, name: Name, process = 0) => Object.values(of(name).cpuMicros)[process] ?? Number.NaN;

export const reportPages = (of: Measured): { sections: Section[]; figures: Figures } => ({
  figures: figuresOf(of),
  sections: [cachedPages(of), renders(of), calls(of)],
});

const figuresOf = (of: Measured): Figures => ({
  'cached.perCpuSecond': of(names.cached).perCpuSecond,
  'cached.ratio': speedRatio(of, names.cached, names.bareCached),
  'revalidated.ratio': speedRatio(of, names.revalidated, names.bareRevalidated),
  'render.perCpuSecond': of(names.render).perCpuSecond,
  'render.ratio': speedRatio(of, names.render, names.bareRender),
  'renderCollected.ratio': speedRatio(of, names.renderCollected, names.bareRender),
  'gateway.storefrontMicros': cost(of, names.gateway),
  'gateway.apiMicros': cost(of, names.gateway, 1),
  'gateway.directMicros': cost(of, names.direct),
  'gateway.ratio': ratio(of(names.gateway).perSecond, of(names.direct).perSecond),
});

const columns = ['', 'per second', 'per CPU-second', 'ratio', 'p50 ms', 'p99 ms', 'memory MiB', 'faults'];

function row(of: Measured, name: Name, yardstick: Name = name): (string | number)[] {
  const { perSecond, perCpuSecond, p50, p99, residentMiB, faults } = of(name);
  return [name, perSecond, perCpuSecond, speedRatio(of, name, yardstick), p50, p99, residentMiB, faults];
}

const cachedPages = (of: Measured): Section => ({
  title: 'Cached pages',
  text: [
    `A wine list of ${cards} cards, brotli, ${connections} connections. The ratio is per CPU-second, to the bare Fastify above it.`,
  ],
  columns,
  rows: [
    row(of, names.bareCached),
    row(of, names.cached, names.bareCached),
    row(of, names.bareRevalidated),
    row(of, names.revalidated, names.bareRevalidated),
  ],
});

const renders = (of: Measured): Section => ({
  title: 'Renders',
  text: [
    `The same page, uncompressed, ${renderConnections} connections, the data at hand. The yardstick renders the tree and nothing else: ` +
      'no loaders, no routing, no head, no data for the browser. The last line is the way of a first visit: the page is collected ' +
      'whole and named by its hash. Here the cache has no room for it, so that it is not compressed either; else that follows, ' +
      'once for each page, beside the event loop.',
  ],
  columns,
  rows: [
    row(of, names.bareRender),
    row(of, names.render, names.bareRender),
    row(of, names.renderCollected, names.bareRender),
  ],
});

function calls(of: Measured): Section {
  const callRow = (name: Name, storefront: number, api: number) => {
    const { perSecond, p50, p99, faults } = of(name);
    return [name, perSecond, ratio(perSecond, of(names.direct).perSecond), storefront, api, p50, p99, faults];
  };
  return {
    title: 'Calls through the gateway',
    text: [
      `\`GET ${apiCall}\`, ${connections} connections. Storefront, API and database share one core: the ratio is of requests per second, ` +
        'and the processor time of each process for one call says where it goes.',
    ],
    columns: ['', 'per second', 'ratio', 'storefront µs', 'API µs', 'p50 ms', 'p99 ms', 'faults'],
    rows: [
      callRow(names.direct, Number.NaN, cost(of, names.direct)),
      callRow(names.gateway, cost(of, names.gateway), cost(of, names.gateway, 1)),
    ],
  };
}
