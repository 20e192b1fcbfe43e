/** A performance goal of the project. A missed goal is reported and does not fail the run. */
export interface PerformanceGoal {
  /** Name of the metric that the goal refers to. */
  metric: string;
  description: string;
  bound: 'min' | 'max';
  limit: number;
  unit: string;
  /** Label in the chart of ratios; absent if the goal is not drawn there. */
  label?: string;
}

export interface GoalResult {
  goal: PerformanceGoal;
  /** The measured value; NaN if the metric was not measured. */
  value: number;
  outcome: 'met' | 'missed' | 'unmeasured';
}

const speedGoals: readonly PerformanceGoal[] = [
  {
    metric: 'cached.ratio',
    description:
      'Cached page, requests per CPU-second, relative to a bare Fastify that answers the same headers and bytes from memory',
    bound: 'min',
    limit: 1,
    unit: '×',
    label: 'cached page / bare Fastify',
  },
  {
    metric: 'render.ratioToStream',
    description: 'Uncached page, data cached, relative to a bare `renderToPipeableStream` of the same tree',
    bound: 'min',
    limit: 0.9,
    unit: '×',
    label: 'uncached page / bare React stream',
  },
  {
    metric: 'renderCollected.ratioToString',
    description: 'Uncached page, collected as for the cache, relative to `renderToString` of the same tree',
    bound: 'min',
    limit: 0.85,
    unit: '×',
  },
];

const floorGoals: readonly PerformanceGoal[] = [
  {
    metric: 'nginx.ratio',
    description: 'Cached page behind nginx with our purge, both processes together, relative to a bare Fastify',
    bound: 'min',
    limit: 1.5,
    unit: '×',
    label: 'cached page behind nginx / bare Fastify',
  },
  {
    metric: 'varnish.ratio',
    description: 'Cached page behind Varnish with our purge, both processes together, relative to a bare Fastify',
    bound: 'min',
    limit: 1.5,
    unit: '×',
    label: 'cached page behind Varnish / bare Fastify',
  },
  {
    metric: 'floors.list.ownRatio',
    description: 'List of 24, processor time of the API relative to a hand-written one',
    bound: 'max',
    limit: 1.6,
    unit: '×',
  },
  {
    metric: 'floors.list.databaseRatio',
    description: 'List of 24, processor time of PostgreSQL relative to a hand-written one',
    bound: 'max',
    limit: 1,
    unit: '×',
  },
  {
    metric: 'floors.order.ownRatio',
    description: 'Order with both mails, processor time of the API relative to a hand-written one',
    bound: 'max',
    limit: 8,
    unit: '×',
  },
  {
    metric: 'floors.order.databaseRatio',
    description: 'Order with both mails, processor time of PostgreSQL relative to a hand-written one',
    bound: 'max',
    limit: 4,
    unit: '×',
  },
  {
    metric: 'cold.home.cpuMillis',
    description: 'Cold home page, processor time of storefront, API and PostgreSQL',
    bound: 'max',
    limit: 9,
    unit: 'ms',
  },
  {
    metric: 'cold.wineList.cpuMillis',
    description: 'Cold wine list, processor time of storefront, API and PostgreSQL',
    bound: 'max',
    limit: 6,
    unit: 'ms',
  },
];

const scaleGoals: readonly PerformanceGoal[] = [
  {
    metric: 'sites.10000.ratio',
    description: 'Cached pages of 10,000 sites, relative to cached pages of one site',
    bound: 'min',
    limit: 0.9,
    unit: '×',
    label: '10,000 sites / one site',
  },
  {
    metric: 'sites.10000.restartRatio',
    description: 'Cached pages of 10,000 sites 30 s after a restart, relative to cached pages of one site',
    bound: 'min',
    limit: 0.7,
    unit: '×',
    label: '10,000 sites after a restart / one site',
  },
  {
    metric: 'sites.10000.idleCores',
    description: 'Cores that storefront, API and database of 10,000 sites use without requests',
    bound: 'max',
    limit: 0.01,
    unit: '',
  },
  {
    metric: 'start.10000.seconds',
    description: 'Time until a storefront with 10,000 sites is ready',
    bound: 'max',
    limit: 5,
    unit: 's',
  },
  {
    metric: 'eviction.memoryGrowth',
    description: 'Memory growth from the middle to the end of a load on four times as many pages as the cache holds',
    bound: 'max',
    limit: 1.1,
    unit: '×',
  },
];

const weightGoals: readonly PerformanceGoal[] = [
  {
    metric: 'weight.scriptKilobytes',
    description: 'JavaScript before a wine list is interactive, brotli',
    bound: 'max',
    limit: 90,
    unit: 'kB',
  },
  {
    metric: 'weight.scripts',
    description: 'Requests for JavaScript before a wine list is interactive',
    bound: 'max',
    limit: 3,
    unit: '',
  },
  {
    metric: 'weight.htmlKilobytes',
    description: 'HTML of a wine list of 60 products, uncompressed',
    bound: 'max',
    limit: 60,
    unit: 'kB',
  },
];

const reliabilityGoals: readonly PerformanceGoal[] = [
  {
    metric: 'change.rendersPerPage',
    description: 'Renders of each page after a change under load',
    bound: 'max',
    limit: 1,
    unit: '',
  },
  {
    metric: 'change.failed',
    description: 'Failed requests during a change under load',
    bound: 'max',
    limit: 0,
    unit: '',
  },
  {
    metric: 'orders.failed',
    description: 'Failed cart validations, shipping fee calculations and orders at maximum load',
    bound: 'max',
    limit: 0,
    unit: '',
  },
];

const attackGoals: readonly PerformanceGoal[] = [
  {
    metric: 'attacks.pageP99Ms',
    description: 'Cached page of an estate during the worst attack on another estate, 99th percentile',
    bound: 'max',
    limit: 100,
    unit: 'ms',
  },
  {
    metric: 'attacks.orderP99Ms',
    description: 'Order at an estate during the worst attack on another estate, 99th percentile',
    bound: 'max',
    limit: 1_000,
    unit: 'ms',
  },
  {
    metric: 'attacks.attackedPageP99Ms',
    description: 'Cached page of an estate during the worst attack on it, 99th percentile',
    bound: 'max',
    limit: 100,
    unit: 'ms',
  },
  {
    metric: 'attacks.attackedOrderP99Ms',
    description: 'Order at an estate during the worst attack on it, 99th percentile',
    bound: 'max',
    limit: 1_000,
    unit: 'ms',
  },
  {
    metric: 'attacks.failed',
    description: 'Failed page views and orders of the attacked estate and of another one during the attacks',
    bound: 'max',
    limit: 0,
    unit: '',
  },
  {
    metric: 'attack.pageP99Ms',
    description: 'Cached page of an estate while another one is attacked in every way at once, 99th percentile',
    bound: 'max',
    limit: 100,
    unit: 'ms',
  },
  {
    metric: 'attack.pictureMaxMs',
    description: 'Slowest uncached picture of an estate while another one is attacked in every way at once',
    bound: 'max',
    limit: 2_000,
    unit: 'ms',
  },
  {
    metric: 'attack.failed',
    description: 'Failed page views and pictures of an estate while another one is attacked in every way at once',
    bound: 'max',
    limit: 0,
    unit: '',
  },
  {
    metric: 'attacks.memoryGrowth',
    description: 'Memory of the storefront after the last attack, relative to its maximum after the attacks before',
    bound: 'max',
    limit: 1.1,
    unit: '×',
  },
];

const panelGoals: readonly PerformanceGoal[] = [
  {
    metric: 'panel.todaySeconds',
    description: 'First screen of the admin panel in a browser slowed down four times, with an empty cache',
    bound: 'max',
    limit: 3,
    unit: 's',
  },
];

export const performanceGoals: readonly PerformanceGoal[] = [
  ...speedGoals,
  ...floorGoals,
  ...scaleGoals,
  ...weightGoals,
  ...reliabilityGoals,
  ...attackGoals,
  ...panelGoals,
];

export function evaluateGoal(goal: PerformanceGoal, metrics: Readonly<Record<string, number>>): GoalResult {
  const value = metrics[goal.metric] ?? Number.NaN;
  if (Number.isNaN(value)) return { goal, value, outcome: 'unmeasured' };
  const isMet = goal.bound === 'min' ? value >= goal.limit : value <= goal.limit;
  return { goal, value, outcome: isMet ? 'met' : 'missed' };
}
