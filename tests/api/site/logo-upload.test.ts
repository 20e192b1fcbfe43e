import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { logos } from '#server/api/site/site-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { createJpeg, seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let neighbour: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await seedEstate(api.db, api.filesDir, { id, mark: `Domaine ${id}` });
  // The estates start without a logo.
  for (const id of [40, 41]) await withSiteTransaction(api.db, id, (tx) => tx.delete(logos));
  admin = await createCustomer(api, { role: 'ADMIN' });
  neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

async function uploadPicture(content: Uint8Array | string, name: string): Promise<number> {
  const { body, headers } = await encodeMultipartBody({ file: new File([content as BlobPart], name) });
  const call = { method: 'POST' as const, body, headers: { ...headers, ...admin.headers } };
  const answer = await api.call('/admin/image', call);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text).data.key;
}

const createLogo = (image: number, user = admin) =>
  api.call('/admin/logo', {
    method: 'POST',
    site: user.site,
    headers: user.headers,
    body: { item: { type: 'LOGO', image, alt: { fr_FR: 'Domaine', en: 'Estate' } } },
  });
const readLogos = async (site = 40) => (await api.call<'GET /logo'>('/logo', { site })).data.logos;

describe('the logo that an estate uploads', () => {
  it.each<[string, () => Promise<Uint8Array> | string, RegExp]>([
    [
      'logo.svg',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script><rect/></svg>',
      /^\/file\/\d+\/logo\.svg\?v=/,
    ],
    ['logo.jpg', () => createJpeg(300, 120, '#4a2533'), /^\/image\/\d+\?v=/],
  ])('is served to visitors from %s, and its picture cannot be deleted meanwhile', async (name, content, url) => {
    const image = await uploadPicture(await content(), name);
    const created = await createLogo(image);
    expect(created.status).toBe(200);
    const { key, revision } = JSON.parse(created.text).data;

    const logo = (await readLogos()).find(({ onlineImage }) => onlineImage.id === image);
    expect(logo?.onlineImage.url).toMatch(url);
    const served = await api.call(logo?.onlineImage.url ?? '');
    expect(served.status).toBe(200);
    expect(served.text).not.toContain('script');
    expect(await readLogos(41)).toEqual([]);

    const { headers } = admin;
    expect((await api.call(`/admin/image/${image}?revision=1`, { method: 'DELETE', headers })).status).toBe(409);
    expect((await api.call(`/admin/logo/${key}?revision=${revision}`, { method: 'DELETE', headers })).status).toBe(200);
    expect((await api.call(`/admin/image/${image}?revision=1`, { method: 'DELETE', headers })).status).toBe(200);
    expect(await readLogos()).toEqual([]);
  });

  it('cannot be a picture of another estate', async () => {
    const image = await uploadPicture(await createJpeg(90, 60, '#123456'), 'other.jpg');
    expect((await createLogo(image, neighbour)).status).toBe(422);
    expect(await readLogos(41)).toEqual([]);
  });
});
