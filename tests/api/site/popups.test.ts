import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { insertPopup } from '#server/api/site/site-resources.ts';
import { popups } from '#server/api/site/site-tables.ts';
import { PopupInput } from '#shared/site/popup-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const notice = {
  id: 7,
  title: { fr_FR: 'Fermé en janvier', en: 'Closed in January' },
  body: { markdown: 'Du **2** au 31. <script>x()</script><img src=x onerror=x()> [mal](javascript:x())' },
  button: { label: { fr_FR: 'Nous écrire', en: 'Write to us' }, url: '/contact' },
  startsOn: '2020-01-02',
  endsOn: '2099-01-31',
  pageKinds: ['HOME'],
  pageEntries: [4],
  delaySeconds: 10,
};
const age = { id: 9, kind: 'age', title: 'Âge', body: { html: '' }, button: { label: 'Jus', url: '/jus' } };

const save = (site: number, popup: unknown) =>
  withSiteTransaction(api.db, site, (tx) => insertPopup(tx, PopupInput.parse(popup)));
const read = (id: number, options: { site?: number; lang?: string } = {}) =>
  api.call<'GET /popup/{id}'>(`/popup/${id}`, options);

beforeAll(async () => {
  for (const site of [40, 41]) await insertSite(api.db, site);
  await save(40, notice);
  await save(40, age);
});

describe('GET /popup/{id}', () => {
  it('returns a popup in the language of the caller, with sanitised text', async () => {
    const { data } = await read(7, { lang: 'en' });
    expect(data.popup).toMatchObject({
      kind: 'notice',
      title: 'Closed in January',
      button: { label: 'Write to us', url: '/contact' },
      startsOn: '2020-01-02',
      isScrollLocked: true,
      image: null,
    });
    expect(data.popup.html).toContain('<strong>2</strong>');
    expect(data.popup.html).not.toMatch(/script|onerror/);
    expect((await read(7)).data.popup.title).toBe('Fermé en janvier');
  });

  it.each([
    ['has not begun', { startsOn: '2099-01-02', endsOn: null }],
    ['has ended', { startsOn: null, endsOn: '2020-01-31' }],
  ])('returns 404 for a popup that %s', async (_, dates) => {
    await save(40, { ...notice, id: 11, ...dates });
    expect((await read(11)).status).toBe(404);
    await save(40, { ...notice, id: 11, startsOn: null, endsOn: null });
    expect((await read(11)).status).toBe(200);
    await withSiteTransaction(api.db, 40, (tx) => tx.delete(popups).where(eq(popups.id, 11)));
  });

  it('returns 404 for an unknown popup and for one of another estate', async () => {
    expect((await read(8)).status).toBe(404);
    expect((await read(7, { site: 41 })).status).toBe(404);
  });
});

describe('GET /site/info', () => {
  it('lists the rules of popups without their texts, questions about the age first', async () => {
    const { data } = await api.call<'GET /site/info'>('/site/info');
    expect(data.site.popups).toEqual([
      { id: 9, kind: 'age' },
      {
        id: 7,
        startsOn: '2020-01-02',
        endsOn: '2099-01-31',
        pageKinds: ['HOME'],
        pageEntries: [4],
        delaySeconds: 10,
      },
    ]);
    expect((await api.call<'GET /site/info'>('/site/info', { site: 41 })).data.site.popups).toEqual([]);
  });
});

describe('PopupInput', () => {
  it.each([
    ['a button to a script', { ...notice, button: { label: 'x', url: 'javascript:x()' } }],
    ['a button to another host by two slashes', { ...notice, button: { label: 'x', url: '//x.example' } }],
    ['a button to an unsafe host', { ...notice, button: { label: 'x', url: 'http://x.example' } }],
    ['an end before the start', { ...notice, endsOn: '2020-01-01' }],
    ['a page of the checkout', { ...notice, pageKinds: ['CHECKOUT'] }],
    ['a delay that leaves no time to read', { ...notice, delaySeconds: 0 }],
    ['a question about the age without a way on', { ...age, button: null }],
  ])('rejects %s', (_, popup) => expect(PopupInput.safeParse(popup).success).toBe(false));
});
