import { indexParametersByKey } from '#client/core/index-parameters-by-key.ts';
import type { ApiReader } from '#shared/rendering.ts';

/** Reads the host name of the estate's reviews service. @returns null if the estate uses none */
export async function readReviewService(read: ApiReader): Promise<string | null> {
  const { parameters } = await read('GET /parameter', { query: { type: 'REVIEWS_SERVICE_URL' } });
  const { REVIEWS_SERVICE_URL: url } = indexParametersByKey(parameters);
  return url && URL.canParse(url) ? new URL(url).hostname : null;
}
