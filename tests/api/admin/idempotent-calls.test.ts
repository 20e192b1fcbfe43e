import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminDailyTasks } from '#server/api/admin/admin-jobs.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { idempotentStaffRequests } from '#server/api/contract/staff-requests-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let colleague: Customer;
let neighbour: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) {
    await insertSite(api.db, id);
    await withSiteTransaction(api.db, id, (tx) => saveProduct(tx, createProductInput()));
  }
  admin = await createCustomer(api, { role: 'ADMIN' });
  colleague = await createCustomer(api, { role: 'SUPER_ADMIN' });
  neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

let keyCount = 0;
let key = '';
beforeEach(() => {
  keyCount += 1;
  key = `form-key-${keyCount}`;
});

interface SendOptions {
  body?: unknown;
  user?: Customer;
  site?: number;
  key?: string;
}

/** Sends a call with an Idempotency-Key. */
async function send(path: string, { body, user = admin, site = 40, key: sentKey = key }: SendOptions) {
  const headers = { ...user.headers, 'idempotency-key': sentKey };
  const answer = await api.call(`/admin/${path}`, { method: 'POST', body, site, headers });
  const { data, message } = JSON.parse(answer.text) as { data: Record<string, unknown>; message: string };
  return { status: answer.status, data, message, isRepeated: answer.headers['idempotent-replayed'] === 'true' };
}

async function read(path: string, user = admin, site = 40): Promise<Record<string, unknown>> {
  const { text } = await api.call(`/admin/${path}`, { headers: user.headers, site });
  return JSON.parse(text).data;
}

const news = (slug: string, title = 'Vendanges') => ({
  item: { slug, title, summary: '', publishedAt: '2026-09-01T08:00:00Z', body: { markdown: '' } },
});
const countNews = async (title: string, user = admin, site = 40) =>
  ((await read('news?nbItem=100', user, site)).items as { item: { title: unknown } }[]).filter(({ item }) =>
    JSON.stringify(item.title).includes(title),
  ).length;

describe('a create that is repeated with its Idempotency-Key', () => {
  test('returns the first item and creates no other', async () => {
    const first = await send('news', { body: news('un', 'Repeated') });
    expect(first).toMatchObject({ status: 200, isRepeated: false, data: { revision: 1 } });
    const repeated = await send('news', { body: news('un', 'Repeated') });
    expect(repeated).toEqual({ ...first, isRepeated: true });
    expect(await countNews('Repeated')).toBe(1);
    const audit = await read(`audit?resource=news&key=${first.data.key}`);
    expect(audit.total).toBe(1);
  });

  test('creates one item if several calls arrive at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('news', { body: news('deux', 'Simultaneous') })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.key)).size).toBe(1);
    expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(await countNews('Simultaneous')).toBe(1);
  });

  test('is a 409 with the stored item if the body is another one', async () => {
    const first = await send('news', { body: news('trois', 'Original') });
    const changed = await send('news', { body: news('trois', 'Changed') });
    expect(changed).toMatchObject({
      status: 409,
      message: expect.stringContaining('déjà été enregistré'),
      data: { present: { key: first.data.key, revision: 1, item: { slug: 'trois' } } },
    });
    expect(await countNews('Changed')).toBe(0);
  });

  test('may be sent again with its key after a refusal', async () => {
    expect(await send('news', { body: { item: { slug: 'Quatre !' } } })).toMatchObject({ status: 422 });
    expect(await send('news', { body: news('quatre') })).toMatchObject({ status: 200, isRepeated: false });
  });

  test('is independent of the same key of other staff and estates, but not of the caller’s other calls', async () => {
    await send('news', { body: news('cinq', 'Mine') });
    const own = await send('news', { body: news('six', 'Mine'), user: colleague });
    const foreign = await send('news', { body: news('cinq', 'Mine'), user: neighbour, site: 41 });
    for (const answer of [own, foreign]) expect(answer).toMatchObject({ status: 200, isRepeated: false });
    expect(await countNews('Mine')).toBe(2);
    expect(await countNews('Mine', neighbour, 41)).toBe(1);
    expect(await send('tag', { body: { item: { slug: 'bio', label: 'Bio', position: 0 } } })).toMatchObject({
      status: 409,
    });
  });

  test('is a 409 without an item if another call has used the key', async () => {
    // A call that adds a note stores its key without an item.
    const order = await seedOrder(api, await createCustomer(api), {});
    await send(`order/${order}/note`, { body: { text: 'Rappeler' } });
    const afterNote = await send('news', { body: news('dix') });
    expect(afterNote).toMatchObject({ status: 409, message: expect.stringContaining('déjà été enregistré') });
    expect(afterNote.data.present).toBeUndefined();

    // The new list has the id of the product, so only its resource shows that the key was used for another item.
    const otherKey = `${key}-list`;
    const list = await send('newsletter-list', { body: { item: { name: 'Amis', position: 0 } }, key: otherKey });
    expect(list.data.key).toBe(createProductInput().id);
    const afterList = await send('product', { body: { item: createProductInput({ slug: 'autre' }) }, key: otherKey });
    expect(afterList.status).toBe(409);
    expect(afterList.data.present).toBeUndefined();
  });

  test('is a 400 with a malformed key', async () => {
    expect(await send('news', { body: news('sept'), key: 'court' })).toMatchObject({ status: 400 });
  });
});

describe('other calls of staff that are repeated with their Idempotency-Key', () => {
  test('move the stock once', async () => {
    const body = { variant: 11, kind: 'ADD', quantity: 6, reason: '' };
    const first = await send('stock-movement', { body });
    expect(await send('stock-movement', { body })).toEqual({ ...first, isRepeated: true });
    expect((await read('stock-movement?variant=11')).total).toBe(1);
  });

  test('add one note to an order, and return the order', async () => {
    const order = await seedOrder(api, await createCustomer(api), {});
    const path = `order/${order}/note`;
    await send(path, { body: { text: 'Rappeler' } });
    const repeated = await send(path, { body: { text: 'Rappeler' } });
    expect(repeated).toMatchObject({
      status: 200,
      isRepeated: true,
      data: { order: { notes: [{ text: 'Rappeler' }] } },
    });
    expect(await send(path, { body: { text: 'Écrire' } })).toMatchObject({ status: 409 });
  });
});

test('expired keys are deleted once a day, and the newer ones are kept', async () => {
  await send('news', { body: news('huit'), key: 'expired-key' });
  await send('news', { body: news('neuf'), user: colleague, key: 'recent-key' });
  await withSiteTransaction(api.db, 40, async (tx) => {
    await tx.execute(sql`update staff_requests set created_at = now() - interval '8 days' where key = 'expired-key'`);
    await adminDailyTasks['delete-staff-requests']?.(tx);
    const kept = (await tx.select({ key: idempotentStaffRequests.key }).from(idempotentStaffRequests)).map(
      (row) => row.key,
    );
    expect(kept).toContain('recent-key');
    expect(kept).not.toContain('expired-key');
  });
});
