import type { ScenarioSample } from '../load/measure.ts';
import { ratio } from '../load/statistics.ts';
import type { BenchPartReport, MetricsByName, ReportSection } from '../report/report.ts';

/** Number of concurrent customers in the checkout scenarios. */
export const customerConnectionCount = 16;
/** Number of concurrent visitors of the cached page. */
export const pageConnectionCount = 50;
/** Number of concurrent customers who place orders while the cached page is measured. */
export const backgroundConnectionCount = 2;

/** Names of the order scenarios, as the report shows them. */
export const orderScenarioReportLabels = {
  validate: 'cart validation',
  fees: 'shipping fee calculation',
  order: 'order with stock decrement and queued mails',
  page: 'wine list, cached',
  pageDuringOrders: 'wine list, cached, while orders are placed',
} as const;
type Name = (typeof orderScenarioReportLabels)[keyof typeof orderScenarioReportLabels];

type SampleOf = (name: Name) => ScenarioSample;

const checkoutNames: readonly Name[] = [
  orderScenarioReportLabels.validate,
  orderScenarioReportLabels.fees,
  orderScenarioReportLabels.order,
];

const cpuMicrosOf = (sample: ScenarioSample, process: string) => sample.cpuMicros[process] ?? Number.NaN;

export const buildOrdersPartReport = (sampleOf: SampleOf): BenchPartReport => ({
  metrics: createMetrics(sampleOf),
  sections: [createCheckoutSection(sampleOf), createPagesSection(sampleOf)],
});

const createMetrics = (sampleOf: SampleOf): MetricsByName => ({
  'orders.validate.perSecond': sampleOf(orderScenarioReportLabels.validate).requestsPerSecond,
  'orders.validate.p99Ms': sampleOf(orderScenarioReportLabels.validate).p99Ms,
  'orders.fees.perSecond': sampleOf(orderScenarioReportLabels.fees).requestsPerSecond,
  'orders.fees.p99Ms': sampleOf(orderScenarioReportLabels.fees).p99Ms,
  'orders.order.perSecond': sampleOf(orderScenarioReportLabels.order).requestsPerSecond,
  'orders.order.p99Ms': sampleOf(orderScenarioReportLabels.order).p99Ms,
  'orders.pages.ratio': ratio(
    sampleOf(orderScenarioReportLabels.pageDuringOrders).requestsPerSecond,
    sampleOf(orderScenarioReportLabels.page).requestsPerSecond,
  ),
  'orders.pages.p99Ms': sampleOf(orderScenarioReportLabels.pageDuringOrders).p99Ms,
  'orders.pages.ordersPerSecond': sampleOf(orderScenarioReportLabels.pageDuringOrders).backgroundPerSecond,
  'orders.failed': Object.values(orderScenarioReportLabels).reduce((sum, name) => sum + sampleOf(name).failures, 0),
});

const createCheckoutSection = (sampleOf: SampleOf): ReportSection => ({
  title: 'Checkout and orders',
  text: [
    `${customerConnectionCount} concurrent customers of one estate, through the gateway, on the embedded PostgreSQL with synchronous ` +
      'commits. Each order is one transaction: prices, stock, order number, lines and two queued mails, which a job in the ' +
      'process of the API sends to a local mail server. The processor time counts until the last mail has left. Storefront, ' +
      'API, database and jobs share one core.',
  ],
  columns: ['', 'per second', 'storefront µs', 'API µs', 'PostgreSQL µs', 'p50 ms', 'p99 ms', 'failures'],
  rows: checkoutNames.map((name) => {
    const sample = sampleOf(name);
    const { requestsPerSecond, p50Ms, p99Ms, failures } = sample;
    const cpuMicros = ['storefront', 'API', 'PostgreSQL'].map((process) => cpuMicrosOf(sample, process));
    return [name, requestsPerSecond, ...cpuMicros, p50Ms, p99Ms, failures];
  }),
});

const createPagesSection = (sampleOf: SampleOf): ReportSection => ({
  title: 'Cached pages while orders are placed',
  text: [
    `${pageConnectionCount} connections request the page while ${backgroundConnectionCount} customers place one order after another; all ` +
      'servers share one core. The ratio is of pages per second.',
  ],
  columns: ['', 'per second', 'ratio', 'p50 ms', 'p99 ms', 'orders per second', 'failures'],
  rows: [orderScenarioReportLabels.page, orderScenarioReportLabels.pageDuringOrders].map((name) => {
    const { requestsPerSecond, p50Ms, p99Ms, backgroundPerSecond, failures } = sampleOf(name);
    const speedRatio = ratio(requestsPerSecond, sampleOf(orderScenarioReportLabels.page).requestsPerSecond);
    return [name, requestsPerSecond, speedRatio, p50Ms, p99Ms, backgroundPerSecond, failures];
  }),
});
