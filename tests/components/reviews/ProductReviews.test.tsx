import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductReviews } from '#client/features/reviews/ProductReviews.tsx';
import { productReviewPageSize } from '#shared/reviews/review-rules.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const productId = 7;
const review = (id: number) => ({
  id,
  author: `Author ${id}`,
  rating: 5,
  text: '',
  reply: null,
  experiencedOn: '2026-10-01',
  publishedAt: '2026-10-09T10:00:00Z',
});

/** Returns a page of the reviews with these ids. */
function pageOf(ids: readonly number[], page: number) {
  const reviews = ids.slice((page - 1) * productReviewPageSize, page * productReviewPageSize).map(review);
  const summary = { average: 5, count: ids.length, distribution: [0, 0, 0, 0, ids.length] };
  return { reviews, total: ids.length, summary, isFictional: false };
}

const listIds = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** Loads reviews until no more are offered. The page was rendered with `shown`, and the API has `current` by now. */
async function loadAll(shown: readonly number[], current: readonly number[]): Promise<string[]> {
  stubApi(
    Object.fromEntries(
      [2, 3, 4, 5].map((page) => [
        `GET /product/${productId}/review?page=${page}&nbItem=${productReviewPageSize}`,
        { data: pageOf(current, page) },
      ]),
    ),
  );
  renderInApp(<ProductReviews productId={productId} first={pageOf(shown, 1)} />);
  await screen.findByRole('button', { name: t('reviews.more') });
  for (let clicks = 0; clicks < 5; clicks++) {
    const button = screen.queryByRole('button', { name: t('reviews.more') });
    if (!button) break;
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  }
  expect(screen.queryByRole('button', { name: t('reviews.more') })).toBeNull();
  return screen.getAllByText(/^Author \d+$/).map(({ textContent }) => textContent);
}

const toAuthors = (ids: readonly number[]) => ids.map((id) => `Author ${id}`);

test('the reviews of a product are loaded page by page until all are shown', async () => {
  const ids = listIds(12, 1);
  expect(await loadAll(ids, ids)).toEqual(toAuthors(ids));
});

test('all reviews of a product are shown once although one was published after the page was rendered', async () => {
  const ids = listIds(15, 1);
  expect(await loadAll(ids, listIds(16, 1))).toEqual(toAuthors(ids));
});

test('no more reviews are offered after the last one although one was withdrawn after the page was rendered', async () => {
  const ids = listIds(12, 1);
  // Review 7 has moved to the first page, which is not loaded again.
  expect(await loadAll(ids, listIds(11, 1))).toEqual(toAuthors(ids.filter((id) => id !== 7)));
});
