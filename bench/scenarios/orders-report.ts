import type { Burst } from '../measure.ts';
import { ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';

/** Customers who call at the same time. */
export const callers = 16;
/** Visitors who ask for the cached page at the same time. */
export const connections = 50;
/** Customers who order meanwhile, one order after another. */
export const besideOrders = 2;

/** What is measured of orders, as the report calls it. */
export const names = {
  validate: 'check of a cart',
  fees: 'quote of shipping',
  order: 'order, stock guarded, mails queued',
  page: 'wine list out of the cache',
  pageBeside: 'the same, while orders are placed',
} as const;
type Name = (typeof names)[keyof typeof names];

export type Measured = (name: Name) => Burst;

const selling: readonly Name[] = [names.validate, names.fees, names.order];

/** Microseconds of a process's time for a request. */
const cost = (burst: Burst, process: string) => burst.cpuMicros[process] ?? Number.NaN;

export const reportOrders = (of: Measured): { sections: Section[]; figures: Figures } => ({
  figures: figuresOf(of),
  sections: [calls(of), pages(of)],
});

const figuresOf = (of: Measured): Figures => ({
  'orders.validate.perSecond': of(names.validate).perSecond,
  'orders.validate.p99Ms': of(names.validate).p99,
  'orders.fees.perSecond': of(names.fees).perSecond,
  'orders.fees.p99Ms': of(names.fees).p99,
  'orders.order.perSecond': of(names.order).perSecond,
  'orders.order.p99Ms': of(names.order).p99,
  'orders.pages.ratio': ratio(of(names.pageBeside).perSecond, of(names.page).perSecond),
  'orders.pages.p99Ms': of(names.pageBeside).p99,
  'orders.pages.ordersPerSecond': of(names.pageBeside).besidePerSecond,
  'orders.failed': Object.values(names).reduce((sum, name) => sum + of(name).faults, 0),
});

const calls = (of: Measured): Section => ({
  title: 'Checkout and orders',
  text: [
    `${callers} customers through the gateway, on the embedded PostgreSQL, which waits for the disk at each commit. Each order is ` +
      'a transaction of its own: prices, stock, number, lines and two mails, which a job sends to the outbox meanwhile, in the ' +
      'API’s process. All of them buy at one estate, some the same wines. Storefront, API, database and jobs share one core.',
  ],
  columns: ['', 'per second', 'storefront µs', 'API µs', 'p50 ms', 'p99 ms', 'faults'],
  rows: selling.map((name) => {
    const burst = of(name);
    const { perSecond, p50, p99, faults } = burst;
    return [name, perSecond, cost(burst, 'storefront'), cost(burst, 'API'), p50, p99, faults];
  }),
});

const pages = (of: Measured): Section => ({
  title: 'Cached pages while orders are placed',
  text: [
    `${connections} connections ask for the page; meanwhile ${besideOrders} customers order without a pause, and take what they need of ` +
      'the one core that all share. The ratio is of pages per second.',
  ],
  columns: ['', 'per second', 'ratio', 'p50 ms', 'p99 ms', 'orders per second', 'faults'],
  rows: [names.page, names.pageBeside].map((name) => {
    const { perSecond, p50, p99, besidePerSecond, faults } = of(name);
    return [name, perSecond, ratio(perSecond, of(names.page).perSecond), p50, p99, besidePerSecond, faults];
  }),
});
