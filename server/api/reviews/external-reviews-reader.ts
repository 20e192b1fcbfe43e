import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import type { FetchPublicUrl, PublicUrlFetchLimits } from '#server/http/fetch-public-url.ts';
import { createSingleFlight } from '#server/http/limiter.ts';
import { PublishedOrExternalReview } from '#shared/reviews/review-schemas.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';

export interface ReviewProvider {
  /** Identifies the provider; no two providers share an id. */
  readonly id: string;
  /**
   * The parameter that holds the estate's URL or id at the service. The estate uses the first registered provider whose
   * parameter is set.
   */
  readonly parameter: ParameterKey;
  /**
   * Fetches the estate's reviews, the newest first. The caller leaves out those that do not match the schema
   * `PublishedOrExternalReview`.
   */
  read(setting: string, signal: AbortSignal): Promise<readonly unknown[]>;
}

const jsonRequest: Omit<PublicUrlFetchLimits, 'timeoutMs'> = { types: ['application/json'], maxBytes: 1_024 * 1_024 };
const requestTimeoutMs = 2_500;

/**
 * Creates the provider that reads reviews as JSON from REVIEWS_SERVICE_URL: an array of reviews, or an object whose
 * property `reviews` is such an array. Average and number of reviews that a service states are ignored.
 */
export const createJsonReviewProvider = (fetchPublicUrl: FetchPublicUrl): ReviewProvider => ({
  id: 'json',
  parameter: 'REVIEWS_SERVICE_URL',
  read: async (url) => {
    const fetched = await fetchPublicUrl(url, { ...jsonRequest, timeoutMs: requestTimeoutMs });
    if (!fetched.ok) throw new Error(`reviews were not fetched: ${fetched.refusal}`);
    return readReviewList(JSON.parse(fetched.value.toString('utf8')));
  },
});

/** @throws TypeError if the JSON contains no list of reviews. */
function readReviewList(json: unknown): readonly unknown[] {
  const list = typeof json === 'object' && json !== null && 'reviews' in json ? json.reviews : json;
  if (!Array.isArray(list)) throw new TypeError('the response contains no list of reviews');
  return list;
}

interface ReviewSource {
  provider: ReviewProvider;
  setting: string;
}

export interface ExternalReviewsReader {
  /** Finds the review service that the estate uses; null if it uses none. */
  findSource(tx: SiteTx): Promise<ReviewSource | null>;
  /**
   * Returns an estate's reviews through a cache, the newest first. If the service fails, the failure is logged and the
   * list is empty.
   */
  read(siteId: number, source: ReviewSource, log: FastifyBaseLogger): Promise<PublishedOrExternalReview[]>;
}

/** Lifetime of cached reviews in milliseconds, and the time after which a service that failed is called again. */
const cacheTtlMs = 300_000;
const maxCachedSites = 1_000;
const defaultTimeoutMs = 3_000;
/** Maximum number of reviews of one estate that are used. Further ones in the service's response are ignored. */
const maxReviewsPerEstate = 1_000;

/** @throws Error if two providers share an id. */
export function createExternalReviewsReader(
  providers: readonly ReviewProvider[],
  { timeoutMs = defaultTimeoutMs } = {},
): ExternalReviewsReader {
  if (new Set(providers.map(({ id }) => id)).size !== providers.length)
    throw new Error('two review providers share an id');
  const cache = new LRUCache<string, PublishedOrExternalReview[]>({ max: maxCachedSites, ttl: cacheTtlMs });
  const readOnce = createSingleFlight<PublishedOrExternalReview[]>();
  return {
    async findSource(tx) {
      for (const provider of providers) {
        const setting = await readParameter(tx, provider.parameter);
        if (typeof setting === 'string' && setting !== '') return { provider, setting };
      }
      return null;
    },
    async read(siteId, { provider, setting }, log) {
      const key = JSON.stringify([siteId, provider.id, setting]);
      const load = async () => {
        const reviews = await readValidReviews(provider, setting, timeoutMs).catch((err: unknown) => {
          log.warn(
            { code: 'reviews_service_failed', err, provider: provider.id, site: siteId },
            'reviews service failed',
          );
          return [];
        });
        cache.set(key, reviews);
        return reviews;
      };
      return cache.get(key) ?? readOnce(key, load);
    },
  };
}

async function readValidReviews(
  provider: ReviewProvider,
  setting: string,
  timeoutMs: number,
): Promise<PublishedOrExternalReview[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timeout = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => timeout.reject(signal.reason), { once: true });
  const received = await Promise.race([provider.read(setting, signal), timeout.promise]);
  const now = Date.now();
  return received
    .slice(0, maxReviewsPerEstate)
    .flatMap((review) => toPlainReview(PublishedOrExternalReview.safeParse(review).data) ?? [])
    .filter(({ date }) => Date.parse(date) <= now)
    .sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
}

/** Removes HTML tags, because services may send HTML and pages show reviews as plain text. */
function toPlainReview(review: PublishedOrExternalReview | undefined): PublishedOrExternalReview | null {
  if (!review) return null;
  const [author, text] = [removeTags(review.author), removeTags(review.text)];
  return author === '' ? null : { ...review, author, text };
}

const removeTags = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
