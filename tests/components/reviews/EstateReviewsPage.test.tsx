import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { ProductReviews } from '#client/features/reviews/ProductReviews.tsx';
import { Page as EstateReviews, loader } from '#client/features/reviews/pages/EstateReviewsPage.tsx';
import { rejectionGrounds, reviewDaysAfterInvitation, reviewRetentionYears } from '#shared/reviews/review-rules.ts';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const summary = { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] };
const own = { id: 1, author: 'Zoé', rating: 5, text: 'Warm welcome.', reply: null };
const dates = { experiencedOn: '2026-10-01', publishedAt: '2026-10-09T10:00:00Z' };
const review = { author: 'Ada', rating: 5, text: 'A fine estate.', date: '2026-10-01T10:00:00Z' };

async function renderPage(serviceUrl: string, query = '', isFictional = true) {
  const answers: Record<string, unknown> = {
    'GET /estate/review': { reviews: [{ ...own, ...dates }], total: 11, summary, isFictional },
    'GET /parameter': { parameters: serviceUrl ? [{ type: 'REVIEWS_SERVICE_URL', value: serviceUrl }] : [] },
  };
  const url = new URL(`https://clos.example/reviews${query}`);
  const read = async (name: string) => answers[name];
  const { data } = await loader({ read, url, texts: englishTexts, site: { alternates: [] } } as unknown as LoaderArgs);
  return renderInApp(<EstateReviews data={data} />).container;
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

describe('the information on reviews that the Consumer Code requires', () => {
  test('names for each review the date of publication and that of the experience', async () => {
    const container = await renderPage('');
    const article = container.querySelector('article');
    expect(article?.textContent).toContain('9 October 2026');
    expect(article?.textContent).toContain('1 October 2026');
  });

  test('describes the control procedure in the section #checks', async () => {
    const checks = (await renderPage('')).querySelector('section#checks');
    expect(checks?.querySelector('h2')?.textContent).toBe(t('review-pages.checks.title'));
    for (const part of ['authors', 'reward', 'moderation', 'grounds', 'dates', 'author'] as const)
      expect(checks?.textContent).toContain(t(`review-pages.checks.${part}`));
    const periods = { days: reviewDaysAfterInvitation, years: reviewRetentionYears };
    expect(checks?.textContent).toContain(t('review-pages.checks.periods', periods));
    expect([...(checks?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(
      rejectionGrounds.map((ground) => t(`review-pages.ground.${ground}`)),
    );
    expect(checks?.querySelector('a[href="/contact"]')?.textContent).toBe(t('review-pages.checks.contact'));
  });

  test('exists without reviews as well', async () => {
    const none = { reviews: [], total: 0, summary: { ...summary, count: 0 }, isFictional: false };
    const container = renderInApp(
      <EstateReviews data={{ title: 'Reviews', page: 1, pages: 1, reviews: none, service: null }} />,
    ).container;
    expect(container.querySelector('section#checks')).not.toBeNull();
  });

  test('is linked from the list of the reviews of the estate and from that of a product', async () => {
    const estate = await renderPage('', '', false);
    const first = { reviews: [{ ...own, ...dates }], total: 1, summary, isFictional: false };
    const product = renderInApp(<ProductReviews productId={1} first={first} />).container;
    for (const container of [estate, product]) {
      const link = container.querySelector('a[href="/reviews#checks"]');
      expect(link?.textContent).toBe(t('reviews.checks.link'));
    }
    expect(product.querySelector('article')?.textContent).toMatch(/9 October 2026.*1 October 2026/);
  });
});

test.each([
  ['hidden from', 0, '', true],
  ['shown to', 1, '', false],
  ['shown to', 0, 'https://reviews.example/estate', false],
])('the page is %s search engines with %i reviews and the service "%s"', async (_, count, service, hasNoIndex) => {
  const answers: Record<string, unknown> = {
    'GET /estate/review': { reviews: [], total: count, summary: { ...summary, count }, isFictional: false },
    'GET /parameter': { parameters: [{ type: 'REVIEWS_SERVICE_URL', value: service }] },
  };
  const read = async (name: string) => answers[name];
  const url = new URL('https://clos.example/reviews');
  const args = { read, url, texts: englishTexts, site: { alternates: [] } } as unknown as LoaderArgs;
  expect((await loader(args)).head.hasNoIndex).toBe(hasNoIndex);
});
