import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { loader, Page } from '#client/features/reviews/pages/EstateReviewsPage.tsx';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const summary = { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] };
const own = { id: 1, author: 'Zoé', rating: 5, text: 'Warm welcome.', reply: null };
const dates = { experiencedOn: '2026-10-01', publishedAt: '2026-10-09T10:00:00Z' };
const review = { author: 'Ada', rating: 5, text: 'A fine estate.', date: '2026-10-01T10:00:00Z' };

async function renderPage(serviceUrl: string, query = '') {
  const answers: Record<string, unknown> = {
    'GET /estate/review': { reviews: [{ ...own, ...dates }], total: 11, summary, isFictional: true },
    'GET /parameter': { parameters: serviceUrl ? [{ type: 'REVIEWS_SERVICE_URL', value: serviceUrl }] : [] },
  };
  const url = new URL(`https://clos.example/reviews${query}`);
  const read = async (name: string) => answers[name];
  const { data } = await loader({ read, url, texts: englishTexts, site: { alternates: [] } } as unknown as LoaderArgs);
  return renderInApp(<Page data={data} />).container;
}

describe('the page of the reviews of the estate', () => {
  test('shows the reviews of the reviews service apart from its own, with their source', async () => {
    const list = Array.from({ length: 12 }, (_, day) => ({ ...review, date: `2026-10-${day + 10}T10:00:00Z` }));
    const calls = stubApi({ 'GET /reviews': { data: { reviews: list, total: 12, summary } } });
    const container = await renderPage('https://reviews.example/estate');
    await waitFor(() => expect(container.textContent).toContain('A fine estate.'), { timeout: 5_000 });
    const section = container.querySelector('[aria-labelledby="service-reviews"]');
    expect(section?.querySelector('h2')?.textContent).toBe(t('reviews.service.all'));
    expect(section?.textContent).toContain('reviews.example');
    expect(section?.querySelectorAll('article')).toHaveLength(10);
    expect(section?.textContent).not.toContain('Warm welcome.');
    expect(container.textContent).toContain('Warm welcome.');
    expect(calls.map(({ name }) => name)).toEqual(['GET /reviews']);
  });

  test('shows its own reviews while the reviews service does not respond', async () => {
    const request = vi.fn(() => new Promise(() => {}));
    vi.stubGlobal('fetch', request);
    const container = await renderPage('https://reviews.example/estate');
    await waitFor(() => expect(request).toHaveBeenCalled(), { timeout: 5_000 });
    expect(container.textContent).toContain('Warm welcome.');
    expect(container.querySelector('[aria-labelledby="service-reviews"]')).toBeNull();
  });

  test.each([
    ['without a reviews service', '', ''],
    ['on its second page', 'https://reviews.example/estate', '?page=2'],
  ])('calls no service %s', async (_, serviceUrl, query) => {
    const calls = stubApi({});
    await renderPage(serviceUrl, query);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(calls).toEqual([]);
  });
});
