import { beforeAll, describe, expect, test, vi } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createExternalReviewsReader, type ReviewProvider } from '#server/api/reviews/external-reviews-reader.ts';
import { saveParameters } from '#server/api/site/save-parameters.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const review = { author: 'Ada', rating: 4.5, text: 'Très bon.', date: '2026-10-01T10:00:00Z' };
const service = vi.fn<ReviewProvider['read']>();
const provider: ReviewProvider = { id: 'fake-reviews', parameter: 'REVIEWS_SERVICE_URL', read: service };
const reviews = createExternalReviewsReader([provider], { timeoutMs: 200 });
const api = await startTestApi({ providers: { ...apiProviders, reviews } });

const useService = (site: number, url: string) =>
  withSiteTransaction(api.db, site, (tx) => saveParameters(tx, [{ type: 'REVIEWS_SERVICE_URL', value: url }]));
const readReviews = async (site: number) => {
  const { status, data } = await api.call<'GET /reviews'>('/reviews', { site });
  expect(status).toBe(200);
  return data.reviews;
};

beforeAll(async () => {
  for (const site of [40, 41, 42, 43, 44]) await insertSite(api.db, site);
});

describe('GET /reviews', () => {
  test('returns nothing for an estate without a service, and calls none', async () => {
    expect(await readReviews(41)).toEqual([]);
    expect(service).not.toHaveBeenCalled();
  });

  test('returns the reviews of the service, and calls it once for several requests', async () => {
    service.mockResolvedValueOnce([review]);
    await useService(40, 'https://reviews.example/estate-40');
    expect(await Promise.all([readReviews(40), readReviews(40)])).toEqual([[review], [review]]);
    expect(await readReviews(40)).toEqual([review]);
    expect(service.mock.calls.map(([setting]) => setting)).toEqual(['https://reviews.example/estate-40']);
    expect(await readReviews(41)).toEqual([]);
  });

  test.each<[number, string, () => Promise<readonly unknown[]>]>([
    [42, 'fails', () => Promise.reject(new Error('503'))],
    [43, 'does not answer in time', () => new Promise(() => {})],
  ])('returns nothing to site %i while its service %s', async (site, _, read) => {
    service.mockImplementationOnce(read);
    await useService(site, `https://reviews.example/${site}`);
    expect(await readReviews(site)).toEqual([]);
  });

  test('omits reviews that are malformed', async () => {
    service.mockResolvedValueOnce([{ ...review, rating: 50 }, review, null, { ...review, date: 'yesterday' }]);
    await useService(44, 'https://reviews.example/44');
    expect(await readReviews(44)).toEqual([review]);
  });
});

test('createExternalReviewsReader rejects two providers with one id', () => {
  expect(() => createExternalReviewsReader([provider, provider])).toThrow(/share an id/);
});
