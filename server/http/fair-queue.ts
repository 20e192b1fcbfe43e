import { QueueFullError } from './limiter.ts';

export interface FairQueueLimits {
  /** Maximum number of tasks that run at a time. */
  concurrency: number;
  /** Maximum numbers of waiting tasks: in total, of one site, and of one client network at a site. */
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
  /**
   * Functions that start the waiting tasks, by client network. Networks take turns in the order of insertion, which a
   * map keeps.
   */
  networks: Map<string, (() => void)[]>;
}

export interface FairQueue {
  /**
   * Runs a task when it is its turn.
   * @throws QueueFullError if too many tasks wait, or if this task has waited too long.
   */
  run<T>(owner: QueuedTaskOwner, task: () => Promise<T>): Promise<T>;
}

/**
 * Creates a queue that runs at most `concurrency` tasks at a time. Waiting tasks start in turns: sites alternate, and
 * within a site client networks. A burst of one visitor therefore delays other visitors by one task at most.
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

/** The waiting tasks by site and client network. */
function createTurns({ maxQueue, maxQueuePerSite, maxQueuePerNetwork }: FairQueueLimits) {
  const sites = new Map<number, SiteQueue>();
  let waiting = 0;

  const decrement = (siteId: number, site: SiteQueue) => {
    waiting--;
    site.waiting--;
    if (site.waiting === 0) sites.delete(siteId);
  };
  return {
    /** Adds a waiting task. @throws QueueFullError if too many tasks wait. */
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

    /** Removes the next waiting task. Its client network and its site move to the end of their turns. */
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
