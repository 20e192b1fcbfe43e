import { QueueFullError } from './limiter.ts';
import type { CapacityRefusal } from './refusals.ts';

export interface FairQueueLimits {
  concurrency: number;
  /** Maximum number of tasks of one site that run at a time; by default `concurrency`. */
  maxRunningPerSite?: number;
  /** Maximum numbers of waiting tasks: in total, of one site, and of one client network at a site. */
  maxQueue: number;
  maxQueuePerSite: number;
  maxQueuePerNetwork: number;
  maxWaitMs: number;
}

export interface QueuedTaskOwner {
  siteId: number;
  network: string;
  /** Maximum number of tasks of the network, at all sites, that run at a time; by default the queue's concurrency. */
  maxRunning?: number | undefined;
}

interface WaitingTask {
  owner: QueuedTaskOwner;
  start: () => void;
}

interface SiteQueue {
  waiting: number;
  /**
   * The waiting tasks by client network. The order of the map's keys is that of the round-robin: the first network is
   * served next.
   */
  networks: Map<string, WaitingTask[]>;
}

interface FairQueue {
  /**
   * Runs a task as soon as the limits allow it, after the tasks that precede it in the queue.
   * @throws QueueFullError if too many tasks wait, or if this task has waited too long.
   */
  run<T>(owner: QueuedTaskOwner, task: () => Promise<T>): Promise<T>;
}

/**
 * Creates a queue that runs at most `concurrency` tasks at a time. Waiting tasks start in round-robin order: sites
 * alternate, and within a site client networks. Of a burst of one visitor, at most one waiting task therefore starts
 * before the next task of another visitor.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const running = createRunningCounts(limits);
  const queue = createRoundRobinQueue(limits);

  const waitForSlot = (owner: QueuedTaskOwner) =>
    new Promise<void>((resolve, reject) => {
      const task: WaitingTask = {
        owner,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.add(task);
      const timer = setTimeout(() => {
        queue.remove(task);
        reject(new QueueFullError('timed out in the queue', running.findRefusal(owner)));
      }, limits.maxWaitMs);
    });

  return {
    async run(owner, task) {
      if (running.canStart(owner)) running.change(owner, 1);
      else await waitForSlot(owner);
      try {
        return await task();
      } finally {
        running.change(owner, -1);
        const next = queue.takeNext(running.canStart);
        if (next) {
          running.change(next.owner, 1);
          next.start();
        }
      }
    },
  };
}

/** Creates counters of the running tasks: in total, by site, and by client network. */
function createRunningCounts({
  concurrency,
  maxRunningPerSite = concurrency,
}: Pick<FairQueueLimits, 'concurrency' | 'maxRunningPerSite'>) {
  const bySite = new Map<number, number>();
  const byNetwork = new Map<string, number>();
  let total = 0;
  const add = <Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  const isNetworkBusy = ({ network, maxRunning = concurrency }: QueuedTaskOwner) =>
    (byNetwork.get(network) ?? 0) >= maxRunning;
  const isSiteBusy = ({ siteId }: QueuedTaskOwner) => (bySite.get(siteId) ?? 0) >= maxRunningPerSite;
  return {
    canStart: (owner: QueuedTaskOwner): boolean => total < concurrency && !isSiteBusy(owner) && !isNetworkBusy(owner),
    findRefusal: (owner: QueuedTaskOwner): CapacityRefusal =>
      isNetworkBusy(owner) ? 'network_limit' : total < concurrency && isSiteBusy(owner) ? 'site_limit' : 'queue',
    change({ siteId, network }: QueuedTaskOwner, by: 1 | -1): void {
      total += by;
      add(bySite, siteId, by);
      add(byNetwork, network, by);
    },
  };
}

/** Creates the round-robin queue of waiting tasks: sites alternate, and within a site client networks. */
function createRoundRobinQueue({ maxQueue, maxQueuePerSite, maxQueuePerNetwork }: FairQueueLimits) {
  const sites = new Map<number, SiteQueue>();
  let waiting = 0;

  /** Moves the network and the site of a started task to the end of the round-robin order. */
  const moveToEnd = (siteId: number, site: SiteQueue, network: string, tasks: WaitingTask[]) => {
    site.networks.delete(network);
    if (tasks.length > 0) site.networks.set(network, tasks);
    sites.delete(siteId);
    sites.set(siteId, site);
  };
  const decrement = (siteId: number, site: SiteQueue) => {
    waiting--;
    site.waiting--;
    if (site.waiting === 0) sites.delete(siteId);
  };
  return {
    /** Adds a waiting task. @throws QueueFullError if too many tasks wait. */
    add(task: WaitingTask): void {
      const { siteId, network } = task.owner;
      const site = sites.get(siteId) ?? { waiting: 0, networks: new Map() };
      const tasks = site.networks.get(network) ?? [];
      if (tasks.length >= maxQueuePerNetwork) throw new QueueFullError('queue of the network full', 'network_limit');
      if (site.waiting >= maxQueuePerSite) throw new QueueFullError('queue of the site full', 'site_limit');
      if (waiting >= maxQueue) throw new QueueFullError('queue full');
      tasks.push(task);
      site.networks.set(network, tasks);
      site.waiting++;
      waiting++;
      sites.set(siteId, site);
    },

    remove(task: WaitingTask): void {
      const { siteId, network } = task.owner;
      const site = sites.get(siteId);
      const tasks = site?.networks.get(network);
      if (!site || !tasks?.includes(task)) return;
      tasks.splice(tasks.indexOf(task), 1);
      if (tasks.length === 0) site.networks.delete(network);
      decrement(siteId, site);
    },

    /**
     * Removes the next waiting task that can start. Its client network and its site move to the end of the round-robin
     * order.
     */
    takeNext(canStart: (owner: QueuedTaskOwner) => boolean): WaitingTask | undefined {
      for (const [siteId, site] of sites)
        for (const [network, tasks] of site.networks) {
          const [next] = tasks;
          if (!next || !canStart(next.owner)) continue;
          tasks.shift();
          moveToEnd(siteId, site, network, tasks);
          decrement(siteId, site);
          return next;
        }
      return undefined;
    },
  };
}
