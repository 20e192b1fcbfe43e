import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { demonstrationReviews, reviewInvitations, reviews } from '#server/api/reviews/reviews-tables.ts';
import type { ReviewState } from '#shared/reviews/review-rules.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertCompletedOrder } from '#tests/support/fixtures/review-fixtures.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;
const experiencedOn = '2026-01-02';

async function insertReview(productId: number, rating: number, state: ReviewState = 'PUBLISHED'): Promise<void> {
  const orderId = await insertCompletedOrder(api, await createCustomer(api));
  await withSiteTransaction(db, 40, async (tx) => {
    await tx.insert(reviewInvitations).values({ orderId, experiencedOn, expiresAt: new Date() });
    const texts = { productName: 'Merlot', author: 'Ada L.', text: 'Bon' };
    await tx.insert(reviews).values({ ...texts, orderId, line: 0, productId, rating, state, experiencedOn });
  });
}

const insertFictionalReview = (id: number, productId: number | null, rating: number) =>
  withSiteTransaction(db, 40, (tx) =>
    tx.insert(demonstrationReviews).values({
      id,
      productId,
      author: 'Ada',
      rating,
      text: { fr_FR: 'Bon' },
      experiencedOn,
      publishedOn: '2026-01-20',
    }),
  );

const readRatings = async (path: string, site = 40) => {
  const { data } = await call<'GET /product'>(path, { site });
  return Object.fromEntries(data.products.map(({ id, rating }) => [id, rating]));
};

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(db, api.filesDir, { id: 41, mark: 'Willow' });
  for (const [state, rating] of [
    ['PUBLISHED', 5],
    ['PUBLISHED', 4],
    ['PUBLISHED', 4],
    ['PENDING', 1],
    ['REJECTED', 1],
  ] as const)
    await insertReview(1, rating, state);
  await insertReview(3, 2, 'PENDING');
  await insertFictionalReview(1, 1, 1);
  await insertFictionalReview(2, 2, 3);
  await insertFictionalReview(3, null, 5);
});

describe('the rating of a product', () => {
  it('averages published reviews only, and marks fictional ones, which count until a product has a published one', async () => {
    expect(await readRatings('/product?id=1,2,3')).toEqual({
      1: { average: 4.3, count: 3, isFictional: false },
      2: { average: 3, count: 1, isFictional: true },
      3: null,
    });
  });

  it('equals the average that the reviews of the product state', async () => {
    const { data } = await call<'GET /product/{id}'>('/product/1');
    const { summary } = (await call<'GET /product/{id}/review'>('/product/1/review')).data;
    expect(data.product.rating).toMatchObject({ average: summary.average, count: summary.count });
  });

  it('is read for all recommended products', async () => {
    const ratings = await readRatings('/v2/product/recommended/1');
    expect(Object.keys(ratings).length).toBeGreaterThan(0);
    for (const [id, rating] of Object.entries(ratings))
      expect(rating).toEqual((await readRatings(`/product?id=${id}`))[id]);
  });

  it('counts no reviews of other sites', async () => {
    expect(await readRatings('/product?id=1,2', 41)).toEqual({ 1: null, 2: null });
  });
});
