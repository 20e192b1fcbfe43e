import { QueueFullError } from './limiter.ts';

export interface FairQueueLimits {
  /** Maximum number of tasks that run at a time. */
  concurrency: number;
  /** Maximum numbers of tasks that wait: of all sites, of one site and of one client network at a site. */
  maxQueue: number;
  maxQueuePerSite: number;
  maxQueuePerNetwork: number;
}

export interface TaskOwner {
  siteId: number;
  network: string;
}

interface SiteQueue {
  waiting: number;
  /** Starts the waiting tasks, by network. Networks take turns: a map keeps the order of insertion. */
  networks: Map<string, (() => void)[]>;
}

export interface FairQueue {
  /** @throws QueueFullError if too many tasks wait already. */
  run<T>(owner: TaskOwner, task: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most `concurrency` tasks at a time. Waiting tasks start in turns, by site and within a site by client network,
 * so that a burst of one visitor delays the tasks of others by one task at most.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const sites = new Map<number, SiteQueue>();
  let running = 0;
  let waiting = 0;

  const enqueue = ({ siteId, network }: TaskOwner, start: () => void) => {
    const site = sites.get(siteId) ?? { waiting: 0, networks: new Map() };
    const tasks = site.networks.get(network) ?? [];
    if (
      waiting >= limits.maxQueue ||
      site.waiting >= limits.maxQueuePerSite ||
      tasks.length >= limits.maxQueuePerNetwork
    )
      throw new QueueFullError('queue full');
    tasks.push(start);
    site.networks.set(network, tasks);
    site.waiting++;
    waiting++;
    sites.set(siteId, site);
  };

  /** Removes the next task; its network and its site move to the end of the order. */
  const dequeue = (): (() => void) | undefined => {
    for (const [siteId, site] of sites) {
      for (const [network, tasks] of site.networks) {
        const start = tasks.shift();
        site.networks.delete(network);
        if (tasks.length > 0) site.networks.set(network, tasks);
        site.waiting--;
        waiting--;
        sites.delete(siteId);
        if (site.waiting > 0) sites.set(siteId, site);
        return start;
      }
    }
    return undefined;
  };

  return {
    async run(owner, task) {
      if (running >= limits.concurrency) await new Promise<void>((start) => enqueue(owner, start));
      else running++;
      try {
        return await task();
      } finally {
        const start = dequeue();
        if (start) start();
        else running--;
      }
    },
  };
}
