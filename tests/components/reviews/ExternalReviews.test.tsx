import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ExternalReviewsSlot } from '#client/features/reviews/ExternalReviewsSlot.tsx';
import { renderInApp } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const review = { author: 'Ada', rating: 5, text: 'A fine bottle.', date: '2026-10-01T10:00:00Z' };
const summary = { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] };
const call = 'GET /reviews?idProduct=7';
const renderSlot = () => renderInApp(<ExternalReviewsSlot productId={7} service="reviews.example" />).container;

describe('reviews of the reviews service on a product page', () => {
  test('are loaded after the page, with their source', async () => {
    const calls = stubApi({ [call]: { data: { reviews: [review], total: 1, summary, isAboutProduct: true } } });
    const container = renderSlot();
    expect(calls).toEqual([]);
    expect(container.textContent).toBe('');
    await waitFor(() => expect(container.textContent).toContain('A fine bottle.'), { timeout: 5_000 });
    expect(container.textContent).toContain('reviews.example');
    expect(container.textContent).toContain('Reviews of this product elsewhere');
    expect(calls.map(({ name }) => name)).toEqual([call]);
  });

  test.each([
    ['fails', { status: 503, message: 'unavailable' }],
    ['has none', { data: { reviews: [], total: 0, summary: { ...summary, average: null, count: 0 } } }],
  ])('are left out while the service %s', async (_, response) => {
    const calls = stubApi({ [call]: response });
    const container = renderSlot();
    await waitFor(() => expect(calls).toHaveLength(1), { timeout: 5_000 });
    expect(container.textContent).toBe('');
  });
});
