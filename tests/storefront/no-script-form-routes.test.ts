import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxNoScriptFormBytes } from '#server/storefront/pages/no-script-form-routes.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const token = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
const eventPath = '/agenda/un-matin-de-vendanges/7';
const registration = {
  route: 'events',
  idSlot: '2',
  people: '3',
  language: 'en',
  name: 'Jean',
  email: 'a@mail.example',
};
const review = { line: '0', rating: '4', text: 'Vif et salin', author: 'Camille V.' };
const invitation = {
  orderNumber: 'C-1',
  proposedAuthor: 'Camille V.',
  canWrite: true,
  subjects: [{ line: 0, name: 'Colombard', review: null }],
};

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
  fixture.api.behaviour = 'normal';
  const { handlers } = fixture.api;
  handlers['/element/events/7/register'] = (_request, response) => {
    const { people } = JSON.parse(lastBody()) as { people: number | null };
    if (people === null) return sendEnvelope(response, { errors: { people: 'technical' } }, 400, 'check');
    if (people > 10) return sendEnvelope(response, {}, 409, 'The waiting list is full.');
    return sendEnvelope(response, { state: people > 5 ? 'WAITING' : 'CONFIRMED' });
  };
  handlers['/withdrawal'] = (_request, response) => sendEnvelope(response, { receivedAt: '2026-11-28T12:00:00Z' });
  handlers['/newsletter/unsubscribe/ask'] = (_request, response) => sendEnvelope(response, {});
  handlers['/review'] = (_request, response) => sendEnvelope(response, { state: 'PENDING' });
  handlers['/review/invitation'] = (_request, response) => sendEnvelope(response, invitation);
});

const lastBody = () => fixture.api.requests.at(-1)?.body ?? '';
const bodiesOf = (name: string) =>
  fixture.api.requests.filter((request) => request.name === name).map(({ body }) => JSON.parse(body) as object);
async function post(url: string, parts: Record<string, string>, headers: Record<string, string> = {}) {
  const form = await encodeMultipartBody(parts);
  return fixture.app.inject({
    method: 'POST',
    url,
    payload: form.body,
    headers: { host: 'localhost', origin: 'http://localhost', ...form.headers, ...headers },
  });
}

describe('POST /withdrawal', () => {
  const declaration = { name: 'Solène M.', email: 'a@mail.example', orderNumber: '2026-1', message: '' };

  test('shows the declaration for confirmation first, uncached and without a call of the API', async () => {
    const response = await post('/withdrawal', { ...declaration, step: 'write' });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.body).toContain('"step":["confirm"]');
    expect(response.body).toContain('"name":["Solène M."]');
    expect(bodiesOf('POST /withdrawal')).toEqual([]);
  });

  test('returns to the form to change the declaration', async () => {
    const response = await post('/withdrawal', { ...declaration, step: 'edit' });
    expect(response.body).toContain('"step":["write"]');
    expect(bodiesOf('POST /withdrawal')).toEqual([]);
  });

  test('declares the withdrawal once it is confirmed, and shows the time of its receipt', async () => {
    const response = await post('/withdrawal', { ...declaration, step: 'confirm' });
    expect(bodiesOf('POST /withdrawal')).toEqual([declaration]);
    expect(response.body).toContain('"receivedAt":["2026-11-28T12:00:00Z"]');
    expect(response.body).toContain('"isAccepted":true');
  });

  test('is refused from another site', async () => {
    const response = await post('/withdrawal', { ...declaration, step: 'confirm' }, { origin: 'https://evil.example' });
    expect([response.statusCode, bodiesOf('POST /withdrawal')]).toEqual([403, []]);
  });

  test('has the order of the link on the page, which is not stored', async () => {
    const visit = (url: string) => fixture.app.inject({ url, headers: { host: 'localhost' } });
    const opened = await visit('/withdrawal?order=2026-00042');
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(opened.body).toContain('"orderNumber":["2026-00042"]');
    expect((await visit('/withdrawal')).body).not.toContain('2026-00042');
  });
});

test('POST /newsletter/unsubscribe asks for the link that ends all subscriptions', async () => {
  const response = await post('/newsletter/unsubscribe', { email: 'a@mail.example' });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(bodiesOf('PUT /newsletter/unsubscribe/ask')).toEqual([{ email: 'a@mail.example' }]);
  expect(response.body).toContain('"isAccepted":true');
  const other = await post('/newsletter/unsubscribe', { email: 'a@mail.example' }, { origin: 'https://evil.example' });
  expect(other.statusCode).toBe(403);
});

describe('POST to the page of an event', () => {
  test('registers and returns the page, uncached', async () => {
    const response = await post(eventPath, registration);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.body).toContain(`localhost ${eventPath}`.replace('localhost', 'Domaine des Chênes'));
    expect(response.body).toContain('"isAccepted":true');
    expect(response.body).toContain('"state":["CONFIRMED"]');
    expect(bodiesOf('POST /element/events/7/register')).toEqual([
      { idSlot: 2, people: 3, language: 'en', name: 'Jean', email: 'a@mail.example' },
    ]);
    const visit = await fixture.app.inject({ url: eventPath, headers: { host: 'localhost' } });
    expect([visit.statusCode, visit.body.includes('Jean')]).toEqual([200, false]);
  });

  test('passes on the state of the waiting list', async () => {
    expect((await post(eventPath, { ...registration, people: '6' })).body).toContain('"state":["WAITING"]');
    const full = await post(eventPath, { ...registration, people: '11' });
    expect([full.statusCode, full.body.includes('The waiting list is full.')]).toEqual([409, true]);
  });

  test('repeats what was typed beside the errors', async () => {
    const response = await post(eventPath, { ...registration, people: 'three' });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('"errors":{"people":"technical"}');
    expect(response.body).toContain('"people":["three"]');
    expect(response.body).toContain('"name":["Jean"]');
  });

  test('keeps what was typed while the API is down', async () => {
    fixture.api.handlers['/element/events/7/register'] = (request) => request.socket.destroy();
    const response = await post(eventPath, registration);
    expect([response.statusCode, response.body.includes('"name":["Jean"]')]).toEqual([503, true]);
  });

  test.each<[string, Record<string, string>, number]>([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form with another encoding', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('is refused from %s', async (_, headers, status) => {
    expect((await post(eventPath, registration, headers)).statusCode).toBe(status);
    expect(bodiesOf('POST /element/events/7/register')).toEqual([]);
  });

  test('is refused when it is too large', async () => {
    const response = await post(eventPath, { ...registration, name: 'x'.repeat(maxNoScriptFormBytes) });
    expect(response.statusCode).toBe(413);
    expect(bodiesOf('POST /element/events/7/register')).toEqual([]);
  });

  test.each([
    ['a page without an id', '/agenda', registration],
    ['a route that is no route', eventPath, { ...registration, route: '../orders' }],
  ])('does not exist for %s', async (_, path, parts) => {
    expect((await post(path, parts)).statusCode).toBe(404);
  });
});

describe('the page of a review invitation', () => {
  const path = `/review/${token}`;

  test('contains the reviews that the link allows', async () => {
    const response = await fixture.app.inject({ url: path, headers: { host: 'localhost' } });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(JSON.stringify(invitation));
    expect(bodiesOf('POST /review/invitation')).toEqual([{ token }]);
  });

  test('shows that the link has expired', async () => {
    fixture.api.handlers['/review/invitation'] = (_request, response) => sendEnvelope(response, {}, 422, 'expired');
    const response = await fixture.app.inject({ url: path, headers: { host: 'localhost' } });
    expect([response.statusCode, response.body.includes('"invitation":null')]).toEqual([200, true]);
  });

  test('is left to scripts while the API does not respond', async () => {
    fixture.api.handlers['/review/invitation'] = (_request, response) => sendEnvelope(response, {}, 503);
    const response = await fixture.app.inject({ url: path, headers: { host: 'localhost' } });
    expect([response.statusCode, response.body.includes('invitation')]).toEqual([200, false]);
  });

  test('accepts a review of a wine and of the estate by POST, and shows both again', async () => {
    const response = await post(path, review);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.body).toContain('"isAccepted":true');
    expect(response.body).toContain(JSON.stringify(invitation));
    await post(path, { ...review, line: '' });
    expect(bodiesOf('POST /review')).toEqual([
      { token, line: 0, rating: 4, text: 'Vif et salin', author: 'Camille V.' },
      { token, line: null, rating: 4, text: 'Vif et salin', author: 'Camille V.' },
    ]);
  });

  test('withdraws a review of a wine and of the estate by POST, and shows both again', async () => {
    fixture.api.handlers['/review/withdraw'] = (_request, response) => sendEnvelope(response, {});
    const response = await post(path, { action: 'withdraw', line: '0' });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.body).toContain('"isAccepted":true');
    expect(response.body).toContain(JSON.stringify(invitation));
    await post(path, { action: 'withdraw', line: '' });
    expect(bodiesOf('PUT /review/withdraw')).toEqual([
      { token, line: 0 },
      { token, line: null },
    ]);
    expect(bodiesOf('POST /review')).toEqual([]);
  });

  test('shows a refused withdrawal with its message', async () => {
    fixture.api.handlers['/review/withdraw'] = (_request, response) => sendEnvelope(response, {}, 429, 'Later.');
    const response = await post(path, { action: 'withdraw', line: '0' });
    expect([response.statusCode, response.body.includes('"message":"Later."')]).toEqual([429, true]);
  });

  test('repeats a refused review with its errors', async () => {
    fixture.api.handlers['/review'] = (_request, response) =>
      sendEnvelope(response, { errors: { rating: 'technical' } }, 400, 'check');
    const response = await post(path, { ...review, rating: '' });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('"text":["Vif et salin"]');
    expect(response.body).toContain('"errors":{"rating":"technical"}');
  });

  test('does not log the token', async () => {
    await post(path, review);
    expect(JSON.stringify(fixture.log)).not.toContain(token);
  });
});
