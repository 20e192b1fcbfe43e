import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { pagePreviews } from '#server/api/pages/pages-tables.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type PageEditingContract, pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createJpeg, seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { db } = api;
const site = 40;
let admin: Customer;
let member: Customer;
let foreignAdmin: Customer;

beforeAll(async () => {
  for (const [id, mark] of [
    [site, 'Chênes'],
    [41, 'Willow'],
  ] as const)
    await seedEstate(db, api.filesDir, { id, mark });
  admin = await createCustomer(api, { role: 'ADMIN' });
  member = await createCustomer(api);
  foreignAdmin = await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' });
});

async function send<N extends keyof PageEditingContract>(name: N, path: string, body?: object, user = admin) {
  const method = name.split(' ')[0] as 'GET';
  const { status, text, headers } = await api.call(path, {
    method,
    site: user.site,
    headers: user.headers,
    ...(body && { body }),
  });
  const { data, message } = JSON.parse(text) as { data: DataOf<PageEditingContract[N]>; message: string };
  return { status, message, headers, data };
}

const preview = (content: object, page = 1) =>
  send('PUT /admin/page/{idPage}/preview', `/admin/page/${page}/preview`, { content });
/** Reads a preview. Its URL in the panel is converted to the path of the API. */
const read = (url: string, user = admin) =>
  send(
    'GET /admin/page/{idPage}/preview/{token}',
    url.replace(/^\/admin\/preview\/(\d+)\//, '/admin/page/$1/preview/'),
    undefined,
    user,
  );

describe('access to the calls of pages', () => {
  it.each(Object.keys(pageEditingContract))('%s is open to no visitor, member or other estate', async (name) => {
    const [method = '', path = ''] = name.split(' ');
    const url = path.replace('{token}', 'x'.repeat(43)).replace(/\{\w+\}/g, '1');
    const status = async (headers: Record<string, string>) =>
      (await api.call(url, { method: method as 'GET', headers, ...(method !== 'GET' && { body: {} }) })).status;
    expect(await status({})).toBe(401);
    expect(await status(member.headers)).toBe(403);
    expect(await status(foreignAdmin.headers)).toBe(401);
  });
});

describe('a preview of a page', () => {
  const content = {
    title: { fr_FR: 'Aperçu', en: 'Preview' },
    image: 1,
    sections: [
      { id: 1, kind: 'html', text: { html: '<p>Bonjour<script>alert(1)</script></p>' } },
      { id: 2, kind: 'gallery', images: [] },
    ],
  };

  it('shows the complete sections, sanitised, and names the fields of incomplete sections', async () => {
    const created = await preview(content);
    expect(created.status).toBe(200);
    expect(Object.keys(created.data.errors)).toEqual(['sections.1.images']);
    expect(Date.parse(created.data.expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);
    const { data, headers } = await read(created.data.url);
    expect(headers['cache-control']).toBe('no-store');
    expect(data.path).toBe('/notre-domaine');
    expect(data.page).toMatchObject({ id: 1, title: 'Aperçu', image: { id: 1 } });
    expect(data.page.layouts.map(({ html }) => html)).toEqual(['<p>Bonjour</p>']);
    expect((await api.call<'GET /page/{id}'>('/page/1')).data.page.title).toBe('Le domaine Chênes');
  });

  it('is invisible to other estates, at other pages and after an hour', async () => {
    const { url } = (await preview(content)).data;
    expect((await read(url, foreignAdmin)).status).toBe(404);
    expect((await read(url.replace('/1/', '/2/'))).status).toBe(404);
    await withSiteTransaction(db, site, (tx) =>
      tx.update(pagePreviews).set({ expiresAt: sql`now() - interval '1 second'` }),
    );
    expect((await read(url)).status).toBe(404);
    const next = await preview(content);
    expect(await withSiteTransaction(db, site, (tx) => tx.$count(pagePreviews))).toBe(1);
    expect((await read(next.data.url)).status).toBe(200);
  });

  it('is one of the user’s newest 30', async () => {
    const first = await preview(content);
    for (let i = 0; i < 30; i++) await preview(content);
    expect((await read(first.data.url)).status).toBe(404);
    expect(await withSiteTransaction(db, site, (tx) => tx.$count(pagePreviews))).toBe(30);
  });

  it('is refused for an unknown page', async () => {
    expect((await preview(content, 999)).status).toBe(404);
  });
});

describe('PUT /admin/theme/preview', () => {
  const theme = {
    primary: '#102030',
    accent: '#a05000',
    ink: '#111111',
    backgrounds: { paper: '#ffffff', raised: '#ffffff', footer: '#eeeeee' },
    menu: { background: '#ffffff', ink: '#111111', current: '#102030' },
    fonts: [{ name: 'Mulish', files: [3] }],
  };
  const create = (changed: object = {}) =>
    send('PUT /admin/theme/preview', '/admin/theme/preview', { theme: { ...theme, ...changed } });

  it('shows the published page in the theme, which is not saved', async () => {
    const { data } = await read((await create()).data.url);
    expect(data.page).toMatchObject({ id: 1, title: 'Le domaine Chênes' });
    expect(data.page.layouts[0]?.html).toBe('<p>Histoire Chênes</p>');
    expect(data.theme).toMatchObject({ primary: '#102030', menu: theme.menu });
    expect(data.theme?.fonts).toMatchObject([{ name: 'Mulish', files: [{ url: expect.stringContaining('/file/') }] }]);
    expect((await api.call<'GET /theme'>('/theme')).data.theme.primary).toBe('#3a5f2d');
  });

  it('leaves previews of pages in the theme of the site', async () => {
    const { data } = await preview({ title: { fr_FR: 'Aperçu' }, image: null, sections: [] });
    expect((await read(data.url)).data.theme).toBeNull();
  });

  it('refuses a font file that the site does not have, and invalid themes', async () => {
    expect((await create({ fonts: [{ name: 'Mulish', files: [999] }] })).status).toBe(422);
    expect((await create({ primary: 5 })).status).toBe(400);
  });
});

describe('POST /admin/page/{idPage}/layout/{idLayout}/hash/check', () => {
  const check = (html: string, section = 1) =>
    send('POST /admin/page/{idPage}/layout/{idLayout}/hash/check', `/admin/page/1/layout/${section}/hash/check`, {
      html,
    });
  const stored = '<p>Histoire Chênes</p>';

  it('returns whether the HTML equals the stored HTML, after both are sanitised', async () => {
    const hash = createHash('sha256').update(stored).digest('hex');
    expect((await check(stored)).data).toEqual({ isCurrent: true, hash });
    expect((await check(`${stored}<script>1</script>`)).data).toEqual({ isCurrent: true, hash });
    expect((await check('<p>Autre histoire</p>')).data).toEqual({ isCurrent: false, hash });
  });

  it('refuses unknown sections and those without HTML', async () => {
    expect((await check(stored, 99)).status).toBe(404);
    expect((await check(stored, 2)).status).toBe(422);
  });
});

describe('PUT /admin/page/{idPage}/layout/{idLayout}/preview', () => {
  async function upload(html: string | null, files: Record<string, Uint8Array> = {}, section = 1) {
    const form = new FormData();
    form.set(html === null ? 'nothing' : 'html', html ?? 'x');
    for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content as BlobPart]), name);
    const request = new Request('http://localhost', { method: 'PUT', body: form });
    const reply = await api.app.inject({
      method: 'PUT',
      url: `/admin/page/1/layout/${section}/preview`,
      headers: { ...admin.headers, idSite: '40', 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: reply.statusCode, message: reply.json().message, data: reply.json().data as { url: string } };
  }

  it('shows the page with the HTML and its pictures, without active content', async () => {
    const photo = await createJpeg(40, 30, '#7a2035');
    const html = '<h2 onclick="x()">Neuf</h2><img src="chai.jpg" alt="Chai"><img src="https://tracker.example/p.gif">';
    const created = await upload(html, { 'chai.jpg': photo });
    expect(created.status).toBe(200);
    const [first, second] = (await read(created.data.url)).data.page.layouts;
    expect(first?.html).toMatch(/^<h2>Neuf<\/h2><img src="data:image\/webp;base64,[\w+/=]+" alt="Chai" \/><img \/>$/);
    expect(second?.kind).toBe('component');
  });

  it('refuses a form without HTML, but not with an empty one', async () => {
    const refused = await upload(null);
    expect([refused.status, refused.message]).toEqual([400, 'Le champ «\u00a0html\u00a0» est obligatoire.']);
    expect((await upload('')).status).toBe(200);
  });

  it('refuses HTML that would contain one picture so often that the preview exceeds 20 MB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 500, height: 500, channels: 3, background: '#000000', noise } as const;
    const photo = await sharp({ create }).jpeg().toBuffer();
    const times = (count: number) => upload('<img src="a.jpg">'.repeat(count), { 'a.jpg': photo });
    expect((await times(2)).status).toBe(200);
    expect((await times(2_000)).status).toBe(413);
  });

  it('reduces a tall picture to a height of 4,000 pixels', async () => {
    const created = await upload('<img src="a.jpg">', { 'a.jpg': await createJpeg(10, 9_000, '#7a2035') });
    const html = (await read(created.data.url)).data.page.layouts[0]?.html ?? '';
    const picture = Buffer.from(/base64,([\w+/=]+)/.exec(html)?.[1] ?? '', 'base64');
    expect(await sharp(picture).metadata()).toMatchObject({ height: 4_000 });
  });

  it('refuses files that are no pictures, whatever their names', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const [name, content] of Object.entries({
      'setup.jpg': Buffer.from('MZ\x90\x00 an executable'),
      'photo.png': await createJpeg(9, 9, '#000000'),
      'font.woff2': Buffer.from('wOF2'),
    }))
      expect(await upload('<p></p>', { [name]: content }), name).toMatchObject({
        status: 415,
        message: expect.stringContaining(name),
      });
    expect((await upload('<img src="a.svg">', { 'a.svg': Buffer.from(svg) })).status).toBe(200);
  });

  it('refuses too large and too many files, and sections without HTML', async () => {
    const large = new Uint8Array(11 * 2 ** 20);
    expect((await upload('<p></p>', { 'a.jpg': large })).status).toBe(413);
    const photo = await createJpeg(9, 9, '#000000');
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.jpg`, photo]));
    expect((await upload('<p></p>', many)).status).toBe(413);
    expect((await upload('x'.repeat(300_000))).status).toBe(413);
    expect((await upload('<p></p>', {}, 2)).status).toBe(422);
    expect((await upload('<p></p>', {}, 99)).status).toBe(404);
  });
});
