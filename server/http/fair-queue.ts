import { QueueFullError } from './limiter.ts';

export interface FairQueueLimits {
  /** Maximum number of tasks that run at a time. */
  concurrency: number;
  /** Maximum numbers of tasks that wait: of all sites, of one site and of one client network at a site. */
  maxQueue: number;
  maxQueuePerSite: number;
  maxQueuePerNetwork: number;
  maxWaitMs: number;
}

export interface QueuedTaskOwner {
  siteId: number;
  network: string;
}

interface SiteQueue {
  waiting: number;
  /** Starts the waiting tasks, by network. Networks take turns: a map keeps the order of insertion. */
  networks: Map<string, (() => void)[]>;
}

export interface FairQueue {
  /** @throws QueueFullError if too many tasks wait already, or this one has waited too long. */
  run<T>(owner: QueuedTaskOwner, task: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most `concurrency` tasks at a time. Waiting tasks start in turns, by site and within a site by client network,
 * so that a burst of one visitor delays the tasks of others by one task at most.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const queue = createTurns(limits);
  let running = 0;

  const waitForTurn = (owner: QueuedTaskOwner) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      queue.add(owner, start);
      const timer = setTimeout(() => {
        queue.remove(owner, start);
        reject(new QueueFullError('timed out in the queue'));
      }, limits.maxWaitMs);
    });

  return {
    async run(owner, task) {
      if (running >= limits.concurrency) await waitForTurn(owner);
      else running++;
      try {
        return await task();
      } finally {
        const start = queue.takeNext();
        if (start) start();
        else running--;
      }
    },
  };
}

/** The waiting tasks, by site and network. */
function createTurns({ maxQueue, maxQueuePerSite, maxQueuePerNetwork }: FairQueueLimits) {
  const sites = new Map<number, SiteQueue>();
  let waiting = 0;

  const decrement = (siteId: number, site: SiteQueue) => {
    waiting--;
    site.waiting--;
    if (site.waiting === 0) sites.delete(siteId);
  };
  return {
    /** @throws QueueFullError */
    add({ siteId, network }: QueuedTaskOwner, start: () => void): void {
      const site = sites.get(siteId) ?? { waiting: 0, networks: new Map() };
      const tasks = site.networks.get(network) ?? [];
      if (waiting >= maxQueue || site.waiting >= maxQueuePerSite || tasks.length >= maxQueuePerNetwork)
        throw new QueueFullError('queue full');
      tasks.push(start);
      site.networks.set(network, tasks);
      site.waiting++;
      waiting++;
      sites.set(siteId, site);
    },

    remove({ siteId, network }: QueuedTaskOwner, start: () => void): void {
      const site = sites.get(siteId);
      const tasks = site?.networks.get(network);
      if (!site || !tasks?.includes(start)) return;
      tasks.splice(tasks.indexOf(start), 1);
      if (tasks.length === 0) site.networks.delete(network);
      decrement(siteId, site);
    },

    /** Removes the next task. Its network and its site move to the end of the order. */
    takeNext(): (() => void) | undefined {
      const [siteId, site] = sites.entries().next().value ?? [];
      const [network, tasks] = site?.networks.entries().next().value ?? [];
      if (siteId === undefined || !site || network === undefined || !tasks) return undefined;
      const start = tasks.shift();
      site.networks.delete(network);
      if (tasks.length > 0) site.networks.set(network, tasks);
      sites.delete(siteId);
      sites.set(siteId, site);
      decrement(siteId, site);
      return start;
    },
  };
}
