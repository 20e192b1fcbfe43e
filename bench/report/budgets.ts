/** What the project wants of itself. A goal that is missed is said in the report; it stops nothing. */
export interface Goal {
  /** Name of the figure that it is about. */
  figure: string;
  says: string;
  bound: 'least' | 'most';
  limit: number;
  unit: string;
}

export interface Verdict {
  goal: Goal;
  value: number;
  outcome: 'met' | 'missed' | 'unmeasured';
}

export const goals: readonly Goal[] = [
  {
    figure: 'cached.ratio',
    says: 'A page out of the cache costs no more than a bare Fastify that answers the same bytes from memory, with host check, log, metrics and security headers on',
    bound: 'least',
    limit: 1,
    unit: '×',
  },
  {
    figure: 'cached.ratio',
    says: 'The same, and never below',
    bound: 'least',
    limit: 0.85,
    unit: '×',
  },
  {
    figure: 'render.ratio',
    says: 'A page that is not in the cache, data at hand, beside React’s `renderToString` of the same tree',
    bound: 'least',
    limit: 0.85,
    unit: '×',
  },
  {
    figure: 'sites.10000.ratio',
    says: 'Pages of 10,000 sites beside pages of one, all in the cache',
    bound: 'least',
    limit: 0.9,
    unit: '×',
  },
  {
    figure: 'start.10000.seconds',
    says: 'A storefront of 10,000 sites can serve after',
    bound: 'most',
    limit: 5,
    unit: 's',
  },
  {
    figure: 'overfull.growth',
    says: 'Memory is bounded: with four times as many pages as the cache holds, it grows from the middle to the end of the load by at most',
    bound: 'most',
    limit: 1.1,
    unit: '×',
  },
  {
    figure: 'weight.scriptKilobytes',
    says: 'JavaScript before a wine list is interactive, brotli',
    bound: 'most',
    limit: 90,
    unit: 'kB',
  },
  { figure: 'weight.scripts', says: 'The same, in requests', bound: 'most', limit: 3, unit: '' },
  {
    figure: 'weight.htmlKilobytes',
    says: 'HTML of a wine list of 60 cards before compression',
    bound: 'most',
    limit: 35,
    unit: 'kB',
  },
  {
    figure: 'change.rendersPerPage',
    says: 'Renders of each page after a change under load, however many wait for it',
    bound: 'most',
    limit: 1,
    unit: '',
  },
  {
    figure: 'orders.failed',
    says: 'Orders, checks of carts and quotes of shipping that fail while as many are made as can be',
    bound: 'most',
    limit: 0,
    unit: '',
  },
  { figure: 'change.failed', says: 'Requests that fail during it', bound: 'most', limit: 0, unit: '' },
];

export function judge(goal: Goal, figures: Readonly<Record<string, number>>): Verdict {
  const value = figures[goal.figure] ?? Number.NaN;
  if (Number.isNaN(value)) return { goal, value, outcome: 'unmeasured' };
  const isMet = goal.bound === 'least' ? value >= goal.limit : value <= goal.limit;
  return { goal, value, outcome: isMet ? 'met' : 'missed' };
}
