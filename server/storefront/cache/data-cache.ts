import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Lang } from '#shared/languages.ts';
import { isReadFailure, type Read, ReadFailure, type ReadName } from '#shared/rendering.ts';
import { type ApiClient, buildReadPath, type ReadInput, type ReadResult } from '../api-client.ts';
import type { SiteHost } from '../sites/host-index.ts';
import type { Generations } from './generations.ts';

/**
 * How a read deals with an API that fails: `fresh` lets the failure through, `tolerant` answers an older copy instead,
 * `held` asks nobody and answers whatever copy there is.
 */
export type ReadMode = 'fresh' | 'tolerant' | 'held';

export interface DataCache {
  reader(site: SiteHost, requestId: string, mode?: ReadMode): Read;
}

interface Held {
  data: unknown;
  generation: number;
  /** Milliseconds since 1970. */
  freshUntil: number;
}

type LocalInput = ReadInput & { lang?: Lang };

/** Milliseconds. Changes are announced; this is for those that time brings, and for an API that cannot be heard. */
const freshFor = 60_000;

/**
 * Answers of the API, by site, language and address, parsed once. One call at a time for the same answer; what was
 * asked for under an older generation is never stored. The data is frozen: pages of many visitors share it.
 */
export function createDataCache(
  api: ApiClient,
  generations: Generations,
  log: FastifyBaseLogger,
  { maxBytes = 64 * 2 ** 20, now = Date.now } = {},
): DataCache {
  const held = new LRUCache<string, Held>({ maxSize: maxBytes });
  const flights = new Map<string, Promise<unknown>>();

  const fetchFresh = (name: ReadName, input: LocalInput, key: string, site: SiteHost, requestId: string) => {
    const state = generations.get(site.id);
    const { generation } = state;
    const flightKey = `${generation} ${key}`;
    const under = flights.get(flightKey);
    if (under) return under;
    const flight = api
      .read(name, input, { siteId: site.id, lang: input.lang ?? site.lang, requestId })
      .then(({ data, bytes }: ReadResult) => {
        const frozen = freeze(data);
        // In memory an answer takes a few times what it took on the wire.
        if (state.generation === generation)
          held.set(key, { data: frozen, generation, freshUntil: now() + freshFor }, { size: bytes * 3 + 200 });
        return frozen;
      })
      .finally(() => flights.delete(flightKey));
    flights.set(flightKey, flight);
    return flight;
  };

  const read = async (name: ReadName, input: LocalInput, site: SiteHost, requestId: string, mode: ReadMode) => {
    const key = `${site.id} ${input.lang ?? site.lang} ${buildReadPath(name, input)}`;
    const copy = held.get(key);
    if (copy && copy.generation === generations.get(site.id).generation && now() < copy.freshUntil) return copy.data;
    if (mode === 'held') return copy ? copy.data : Promise.reject(new ReadFailure(503, `${name}: no copy is held`));
    try {
      return await fetchFresh(name, input, key, site, requestId);
    } catch (error) {
      if (isUnavailable(error)) {
        log.warn({ err: error, reqId: requestId, site: site.id }, 'a read of the API failed');
        if (copy && mode === 'tolerant') return copy.data;
      }
      throw error;
    }
  };

  return {
    reader: (site, requestId, mode = 'fresh') =>
      ((name: ReadName, input: LocalInput = {}) => read(name, input, site, requestId, mode)) as Read,
  };
}

const isUnavailable = (error: unknown): boolean => !isReadFailure(error) || error.status >= 500;

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
