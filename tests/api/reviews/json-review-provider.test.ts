import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createExternalReviewsReader, createJsonReviewProvider } from '#server/api/reviews/external-reviews-reader.ts';
import { saveParameters } from '#server/api/site/save-parameters.ts';
import { createPublicUrlFetcher } from '#server/http/fetch-public-url.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 30_000 });

const review = { author: 'Ada', rating: 4, text: 'Très bon.', date: '2026-10-01T10:00:00Z' };
const older = { ...review, author: 'Zoé', rating: 5, date: '2025-03-01T10:00:00Z' };
const sendJson = (body: unknown): RequestListener => {
  const text = JSON.stringify(body);
  return (_request, response) => void response.setHeader('content-type', 'application/json').end(text);
};
let answer: RequestListener = sendJson([]);
const service = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port } = service.address() as AddressInfo;
const fetchUrl = createPublicUrlFetcher({ isAllowedAddress: () => true, allowedPorts: [String(port)] });
const reviews = createExternalReviewsReader([createJsonReviewProvider(fetchUrl)], { timeoutMs: 400 });
const api = await startTestApi({ providers: { ...apiProviders, reviews } });

beforeAll(() => insertSite(api.db, 40));
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

let visits = 0;
/** Reads the reviews with a new service URL for each call, so that no cached response is used. */
async function readReviews(listener: RequestListener, query = '') {
  answer = listener;
  visits++;
  const value = `http://127.0.0.1:${port}/${visits}`;
  await withSiteTransaction(api.db, 40, (tx) => saveParameters(tx, [{ type: 'REVIEWS_SERVICE_URL', value }]));
  const { status, data } = await api.call<'GET /reviews'>(`/reviews${query}`);
  expect(status).toBe(200);
  return data;
}

describe('reviews from REVIEWS_SERVICE_URL', () => {
  it('are sorted by date and averaged from the reviews themselves, whatever the service states', async () => {
    const data = await readReviews(sendJson({ reviews: [older, review], average: 9.9, count: -3 }));
    expect(data).toEqual({
      reviews: [review, older],
      total: 2,
      summary: { average: 4.5, count: 2, distribution: [0, 0, 0, 1, 1] },
    });
  });

  it('are those of a product if the service names it, and otherwise those of the estate', async () => {
    const ofProduct = { ...older, idProduct: 7 };
    const service = sendJson([review, ofProduct, { ...older, idProduct: 'seven' }]);
    const one = { summary: { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] }, total: 1 };
    expect(await readReviews(service, '?idProduct=7')).toEqual({ ...one, reviews: [ofProduct], isAboutProduct: true });
    const ofEstate = await readReviews(service, '?idProduct=8');
    expect([ofEstate.reviews, ofEstate.isAboutProduct]).toEqual([[review], false]);
  });

  it('are skipped by the query `from`', async () => {
    const data = await readReviews(sendJson([review, older]), '?from=1');
    expect([data.reviews, data.total]).toEqual([[older], 2]);
  });

  it('omit ratings out of range, dates in the future, and HTML', async () => {
    const hostile = {
      ...review,
      author: '<b>Eve</b>',
      text: '<script>alert(1)</script>Bien<img src=x onerror=alert(1)>',
    };
    const lies = [
      { ...review, rating: 50 },
      { ...review, rating: 0 },
      { ...review, date: '2999-01-01T00:00:00Z' },
      null,
    ];
    const { reviews: read } = await readReviews(sendJson([...lies, hostile]));
    expect(read).toEqual([{ ...review, author: 'Eve', text: 'alert(1) Bien' }]);
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    [
      'sends one byte and stops',
      (_request, response) => void response.setHeader('content-type', 'application/json').write('['),
    ],
    ['answers 503', (_request, response) => void response.writeHead(503).end('{}')],
    ['sends HTML', (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>')],
    [
      'sends broken JSON',
      (_request, response) => void response.setHeader('content-type', 'application/json').end('[{'),
    ],
    ['sends no list', sendJson({ reviews: 'many' })],
    ['sends more than 1 MB', sendJson([{ ...review, text: 'x'.repeat(1_100_000) }])],
    ['redirects', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['closes the connection', (request) => void request.socket.destroy()],
  ])('are none in less than two seconds while the service %s', async (_, listener) => {
    const startedAt = performance.now();
    const data = await readReviews(listener);
    expect(data).toEqual({
      reviews: [],
      total: 0,
      summary: { average: null, count: 0, distribution: [0, 0, 0, 0, 0] },
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('are never read from an internal address', async () => {
    const internal = createJsonReviewProvider(createPublicUrlFetcher());
    await expect(internal.read('http://127.0.0.1/', AbortSignal.timeout(1_000))).rejects.toThrow('url_not_public');
  });
});
