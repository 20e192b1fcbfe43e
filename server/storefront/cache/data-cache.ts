import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '#server/http/limiter.ts';
import { buildApiPath } from '#shared/api-path.ts';
import type { Lang } from '#shared/languages.ts';
import { ApiReadError, type ApiReader, isApiReadError, type ReadEndpointName } from '#shared/rendering.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ApiDataWithSize, ApiReadInput, ExpectedPage } from '../api/read-collector.ts';
import type { SiteHost } from '../sites/host-index.ts';
import type { SiteGenerations } from './site-generations.ts';

/**
 * The behaviour of a cached read: `fresh` rejects if the API fails; `stale-if-error` then returns an older copy if
 * there is one; `cache-only` never calls the API and returns a copy of any age.
 */
type CachedReadMode = 'fresh' | 'stale-if-error' | 'cache-only';

export interface DataCache {
  /** @param path The path of the page for which is read. Its content is then read along with the site's data. */
  reader(site: SiteHost, requestId: string, mode?: CachedReadMode, path?: string): ApiReader;
}

interface CachedResponse {
  data: unknown;
  generation: number;
  /** Time until which the response is fresh, in milliseconds since the epoch. */
  freshUntil: number;
}

type LocalInput = ApiReadInput & { lang?: Lang };

/**
 * Time to live of API responses in milliseconds. It limits the delay of changes without a notification, such as those
 * that depend on the time of day.
 */
const ttlMs = 60_000;

/**
 * Caches parsed responses of the API by site, language and path. Concurrent reads of the same data share one call, and
 * a response that was requested before the site changed is not stored. Requests share responses, which are
 * frozen in tests and in development.
 */
export function createDataCache(
  api: ApiClient,
  generations: SiteGenerations,
  log: FastifyBaseLogger,
  { maxBytes = 64 * 2 ** 20, now = Date.now } = {},
): DataCache {
  const cache = new LRUCache<string, CachedResponse>({ maxSize: maxBytes });
  const fetchOnce = createSingleFlight<unknown>();

  const fetchFresh = ({ name, input, key, site, requestId, path }: DataRequest) => {
    const state = generations.get(site.id);
    const { generation } = state;
    const keep = (keyOfRead: string, { data, bytes }: ApiDataWithSize) => {
      const kept = api.trust === 'none' ? freeze(data) : data;
      // A response that was requested before the site changed is not stored. The size is an estimate: parsed JSON
      // occupies about three times the memory of its text.
      if (state.generation === generation)
        cache.set(keyOfRead, { data: kept, generation, freshUntil: now() + ttlMs }, { size: bytes * 3 + 200 });
      return kept;
    };
    return fetchOnce(`${generation} ${key}`, async () => {
      const context = { siteId: site.id, folder: site.folder, lang: input.lang ?? site.lang, requestId };
      const page: ExpectedPage | undefined =
        name === 'GET /page/tree' && path !== undefined && context.lang === site.lang
          ? { path, onPage: (read, found, answer) => void keep(toRequest(read, found, site, requestId).key, answer) }
          : undefined;
      return keep(key, await api.read(name, input, context, page));
    });
  };

  const read = async (request: DataRequest, mode: CachedReadMode) => {
    const { name, key, site, requestId } = request;
    const copy = cache.get(key);
    if (copy && copy.generation === generations.get(site.id).generation && now() < copy.freshUntil) return copy.data;
    if (mode === 'cache-only')
      return copy ? copy.data : Promise.reject(new ApiReadError(503, `${name}: not in the cache`));
    try {
      return await fetchFresh(request);
    } catch (error) {
      if (isUnavailable(error)) {
        log.warn({ code: 'api_read_failed', err: error, reqId: requestId, site: site.id }, 'API read failed');
        if (copy && mode === 'stale-if-error') return copy.data;
      }
      throw error;
    }
  };

  return {
    reader: (site, requestId, mode = 'fresh', path) =>
      ((name: ReadEndpointName, input: LocalInput = {}) =>
        read({ ...toRequest(name, input, site, requestId), path }, mode)) as ApiReader,
  };
}

interface DataRequest {
  name: ReadEndpointName;
  input: LocalInput;
  key: string;
  site: SiteHost;
  requestId: string;
  /** The path of the page for which is read, if it is known. */
  path?: string | undefined;
}

function toRequest(name: ReadEndpointName, input: LocalInput, site: SiteHost, requestId: string): DataRequest {
  const key = `${site.id} ${site.folder} ${input.lang ?? site.lang} ${buildApiPath(name, input)}`;
  return { name, input, key, site, requestId };
}

const isUnavailable = (error: unknown): boolean => !isApiReadError(error) || error.status >= 500;

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }
  return value;
}
