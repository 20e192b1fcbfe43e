import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { copyStarterSite, createStarterConfig, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { runScriptHere } from '#tests/support/servers/run-script.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const copyDatabase = await openTestDatabase();
const api = await startTestApi({ database });
const copy = await startTestApi({ database: copyDatabase });

test('a PDF and the link to it in a text survive an export and the import as another site', async () => {
  const sitesDir = await createTemporaryFolder();
  const machine = { SITES_DIR: sitesDir, DATA_DIR: api.dataDir, DATABASE_URL: database.url };
  await copyStarterSite(sitesDir, 'chateau-a', 57);
  expect(await runScriptHere('server/cli/site.ts', ['import', 'chateau-a'], machine)).toMatchObject({ code: 0 });

  const { headers } = await createCustomer(api, { site: 57, role: 'ADMIN' });
  const pdf = `%PDF-1.7\n${'x'.repeat(600)}`;
  const form = await encodeMultipartBody({ file: new File([pdf], 'Tarif d’été.PDF') });
  const uploaded = await api.call<'POST /admin/file'>('/admin/file', {
    method: 'POST',
    body: form.body,
    site: 57,
    headers: { ...form.headers, ...headers },
  });
  expect(uploaded).toMatchObject({ status: 200 });
  const file = await api.call(`/admin/file/${uploaded.data.key}`, { site: 57, headers });
  const { url } = JSON.parse(file.text).data.info;
  const html = `<p><a href="${url}">Notre tarif d’été</a></p>`;
  const item = { slug: 'tarif', title: 'Tarif', summary: 'Les prix', body: { html } };
  const published = { ...item, publishedAt: '2026-01-10T08:00:00Z' };
  const news = await api.call('/admin/news', { method: 'POST', body: { item: published }, site: 57, headers });
  expect(news).toMatchObject({ status: 200 });

  const exported = join(await createTemporaryFolder(), 'chateau-a');
  const output = await runScriptHere('server/cli/site.ts', ['export', 'chateau-a', '--to', exported], machine);
  expect(output).toMatchObject({ code: 0 });
  const otherSites = await createTemporaryFolder();
  await cp(exported, join(otherSites, 'chateau-b'), { recursive: true });
  await writeFile(join(otherSites, 'chateau-b/site.json'), JSON.stringify(createStarterConfig('chateau-b', 58)));
  const otherMachine = { SITES_DIR: otherSites, DATA_DIR: copy.dataDir, DATABASE_URL: copyDatabase.url };
  expect(await runScriptHere('server/cli/site.ts', ['check'], otherMachine)).toMatchObject({ code: 0 });
  expect(await runScriptHere('server/cli/site.ts', ['import', 'chateau-b'], otherMachine)).toMatchObject({ code: 0 });

  const { key } = JSON.parse(news.text).data;
  const shown = await copy.call(`/news/${key}`, { site: 58 });
  expect(shown.text).toContain(`href=\\"${url}\\"`);
  const served = await copy.call(url, { site: 58 });
  expect(served.text).toBe(pdf);
  expect(served.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'attachment' });
}, 180_000);
