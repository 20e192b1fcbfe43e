import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { ApiClient } from '../api-client.ts';
import type { Generations } from './generations.ts';

/** What the API says of its sites while it can be heard. */
export interface SiteChangeFollower {
  /** Whether the API can be heard at this moment. */
  readonly isConnected: boolean;
  /** Whether the API has this site's content; true as long as nobody could say. */
  isImported(siteId: number): boolean;
  stop(): Promise<void>;
}

const Sites = z.object({ sites: z.array(z.object({ id: z.int(), changes: z.number() })) });
const Change = z.object({ site: z.int() });

/** Milliseconds between attempts. */
const firstPause = 100;
const longestPause = 5_000;
/** An event longer than this is no event. A list of 100,000 sites is shorter. */
const longestEvent = 8_000_000;

/**
 * Follows the API's stream of changes and raises the generation of each site that changed. What changed while the
 * stream was lost shows in the sites' counts when it is back. What was made before it was heard for the first time may
 * be of any age: then every generation is raised.
 */
export function followSiteChanges(
  api: ApiClient,
  generations: Generations,
  log: FastifyBaseLogger,
): SiteChangeFollower {
  const closing = new AbortController();
  let counts: Map<number, number> | null = null;
  let heard = false;

  const take = ({ event, data }: StreamEvent): void => {
    if (event === 'sites') {
      const before = counts;
      counts = new Map(Sites.parse(JSON.parse(data)).sites.map(({ id, changes }) => [id, changes]));
      if (!before) generations.incrementAll();
      else for (const [id, changes] of counts) if (before.get(id) !== changes) generations.increment(id);
      heard = true;
    } else if (event === 'change') {
      const { site } = Change.parse(JSON.parse(data));
      counts?.set(site, (counts.get(site) ?? 0) + 1);
      generations.increment(site);
    } else if (event === 'all') {
      generations.incrementAll();
    }
  };

  const follow = async () => {
    let pause = firstPause;
    let said = '';
    while (!closing.signal.aborted) {
      try {
        for await (const event of parseServerSentEvents(await api.streamChanges(closing.signal))) {
          take(event);
          pause = firstPause;
          // Word of a new site may be among what was lost: a new stream begins with the list of all.
          if (event.event === 'all') break;
          said = '';
        }
      } catch (error) {
        if (closing.signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        // Said once, not with each attempt.
        if (reason !== said) log.warn({ err: error }, 'changes of the API’s sites cannot be heard');
        said = reason;
      }
      heard = false;
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      pause = Math.min(pause * 2, longestPause);
    }
  };
  const following = follow();

  return {
    get isConnected() {
      return heard;
    },
    isImported: (siteId) => counts === null || counts.has(siteId),
    async stop() {
      closing.abort();
      await following;
    },
  };
}

interface StreamEvent {
  event: string;
  data: string;
}

/** Server-sent events of a stream: blocks of `field: value` lines between empty lines; a comment begins with a colon. */
export async function* parseServerSentEvents(stream: Readable): AsyncGenerator<StreamEvent> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    rest += chunk as string;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > longestEvent) throw new Error('the stream of changes sends no whole event');
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const event = fields.get('event');
      if (event) yield { event, data: fields.get('data') ?? '' };
    }
  }
}
