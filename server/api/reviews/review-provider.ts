import type { FetchPublicUrl, PublicUrlFetchLimits } from '#server/http/fetch-public-url.ts';
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
