import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { elementResource } from '#server/api/elements/save-element.ts';
import { createItem, deleteItem } from '#server/api/resources/edit-item.ts';
import { createElementInput, createSlotInputInHours, saveTestElement } from '#tests/support/fixtures/element-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { insertTags } from '#tests/support/fixtures/insert-tags.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;

const elementOf = async (id: number, lang = 'fr_FR') =>
  (await call<'GET /element/{route}/{id}'>(`/element/events/${id}`, { lang })).data.element;
const list = async (query = '') => (await call<'GET /element/{route}'>(`/element/events${query}`)).data;

beforeAll(async () => {
  await insertSite(db, 40, { languages: ['fr_FR', 'en'] });
  await insertSite(db, 41);
  await insertTags(db, 40, [
    ['open-days', 'Portes ouvertes'],
    ['evenings', 'Soirées'],
    ['unused', 'Ailleurs'],
  ]);
  const add = (id: number, changes: object) => saveTestElement(db, 40, { id, slug: `e-${id}`, ...changes });
  await add(1, {
    tags: ['evenings', 'unlabelled'],
    slots: [createSlotInputInHours(1, 72, 10), createSlotInputInHours(2, 24, 10)],
  });
  await add(2, { tags: ['open-days', 'evenings'], slots: [createSlotInputInHours(3, -50, 10)], pricePerPerson: 0 });
  await add(3, { slots: [], registration: null, pricePerPerson: null });
  await add(4, { slots: [createSlotInputInHours(4, -30), createSlotInputInHours(5, 48)], status: 'CANCELLED' });
  await add(5, { slots: [createSlotInputInHours(6, -20)] });
  await add(6, { tags: ['unused'], route: 'pitches', slots: [] });
  await add(7, { tags: ['unused'], publishedAt: '2999-01-01T00:00:00Z' });
});

describe('GET /element/{route}', () => {
  it('lists those to come by date, then those without dates, then past ones', async () => {
    const { items, total } = await list();
    expect(items.map(({ id }) => id)).toEqual([1, 4, 3, 5, 2]);
    expect(total).toBe(5);
    expect(items.map(({ isPast }) => isPast)).toEqual([false, false, false, true, true]);
    expect(items[0]).toMatchObject({ upcomingDates: 2, pricePerPerson: 18, languages: ['fr', 'en'] });
  });

  it.each([
    ['?upcoming=true', [1, 4]],
    ['?upcoming=false', [3, 5, 2]],
    ['?nbItem=2&page=2', [3, 5]],
    ['?tag=evenings', [1, 2]],
    ['?tag=open-days,unlabelled', [1, 2]],
    ['?df:tag=evenings&upcoming=true', [4]],
    ['?tag=unknown', []],
  ])('filters and pages by %s', async (query, ids) =>
    expect((await list(query)).items.map(({ id }) => id)).toEqual(ids),
  );

  it('lists the labelled tags of the published elements in their order, regardless of the query', async () => {
    const tags = [
      { slug: 'open-days', label: 'Portes ouvertes' },
      { slug: 'evenings', label: 'Soirées' },
    ];
    expect((await list()).tags).toEqual(tags);
    expect((await list('?tag=open-days')).tags).toEqual(tags);
    expect((await list()).items[0]?.tags).toEqual(['evenings', 'unlabelled']);
  });

  it('returns an empty list for a route without elements, and nothing of another site', async () => {
    expect((await call<'GET /element/{route}'>('/element/balls')).data).toEqual({ items: [], total: 0, tags: [] });
    expect((await call<'GET /element/{route}'>('/element/events', { site: 41 })).data.total).toBe(0);
  });
});

describe('GET /element/{route}/{id}', () => {
  it('returns the element with its dates in order and in the language of the caller', async () => {
    const element = await elementOf(1, 'en');
    expect(element).toMatchObject({
      title: 'Evening in the cellar',
      place: 'In the vat house',
      html: '<p>Avec <strong>fromages</strong>.</p>',
      maxPeople: 6,
    });
    expect(element.slots.map(({ id, placesLeft, registration }) => [id, placesLeft, registration])).toEqual([
      [2, 10, 'OPEN'],
      [1, 10, 'OPEN'],
    ]);
  });

  it.each([
    [2, 'CLOSED'],
    [4, 'CLOSED'],
  ])('closes the registration for past and cancelled dates: element %i', async (id, registration) =>
    expect((await elementOf(id)).slots.map((slot) => slot.registration)).toContain(registration),
  );

  it.each(['/element/events/6', '/element/events/7', '/element/events/99'])(
    'returns 404 for %s, which is of another route, unpublished or unknown',
    async (path) => {
      const answer = await call(path);
      expect([answer.status, answer.message]).toEqual([404, 'Cet événement n’existe pas.']);
    },
  );
});

describe('the calendar of an element', () => {
  const month = (at: Date) => `${at.getUTCMonth() + 1}/${at.getUTCFullYear()}`;
  it('lists the dates for which visitors can register', async () => {
    const at = new Date((await elementOf(1)).slots[0]?.startsAt ?? '');
    const { data } = await call<'GET /calendar/{id}/date/allowed/{month}/{year}'>(
      `/calendar/1/date/allowed/${month(at)}?type=element`,
    );
    expect(data.schedules.map(({ id }) => id)).toContain(2);
    expect((await call(`/calendar/99/date/allowed/${month(at)}?type=element`)).status).toBe(404);
    expect((await call(`/calendar/1/date/allowed/${month(at)}?type=wine`)).status).toBe(400);
  });
});

describe('an edit of an element', () => {
  const remove = (id: number, revision: number) =>
    withSiteTransactionOrRollback(db, 40, (tx) => deleteItem(tx, elementResource, { key: id, revision }));

  it('refuses a slug and a date that belong to another element', async () => {
    expect(await saveTestElement(db, 40, { id: 8, slug: 'e-1', slots: [] })).toMatchObject({
      refusal: 'already_exists',
    });
    expect(await saveTestElement(db, 40, { id: 8, slug: 'e-8', slots: [createSlotInputInHours(1, 5)] })).toMatchObject({
      refusal: 'already_exists',
    });
  });

  it('refuses to remove a date for which visitors are registered, and the element', async () => {
    await saveTestElement(db, 40, { id: 9, slug: 'e-9', slots: [createSlotInputInHours(9, 72, 5)] });
    const body = { idSlot: 9, name: 'Jean', email: 'jean@mail.example', people: 2 };
    expect((await call('/element/events/9/register', { method: 'POST', body })).status).toBe(200);
    expect(await saveTestElement(db, 40, { id: 9, slug: 'e-9', slots: [] })).toMatchObject({
      refusal: 'still_referenced',
    });
    expect(await remove(9, 1)).toMatchObject({ refusal: 'still_referenced' });
  });

  it('never assigns the id of a date again after its element was deleted', async () => {
    await saveTestElement(db, 40, { id: 50, slug: 'e-50', slots: [createSlotInputInHours(500, 72, 5)] });
    expect((await remove(50, 1)).ok).toBe(true);
    const { id: _, ...newSlot } = createSlotInputInHours(0, 72, 5);
    const input = { ...createElementInput({ slug: 'e-51', slots: [] }), slots: [newSlot] };
    const created = await withSiteTransactionOrRollback(db, 40, (tx) => createItem(tx, elementResource, input));
    if (!created.ok) throw new Error(`refused: ${created.refusal}`);
    expect((await elementOf(Number(created.value.key))).slots.map(({ id }) => id)).toEqual([501]);
  });
});

it('saving refuses an element with an unknown image', async () => {
  expect(await saveTestElement(db, 40, { id: 8, slug: 'e-8', slots: [], image: 99 })).toMatchObject({
    ok: false,
    refusal: 'unknown_reference',
  });
});
