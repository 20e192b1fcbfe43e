import { expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage } from '#tests/support/servers/run-server.ts';
import {
  prepareRestartableApiServer,
  startStorefrontServer,
  waitForPageText,
} from '#tests/support/servers/split-servers.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = getEstateHostOfFolder('jumelle');

test('a change reaches every storefront through any API replica', async () => {
  const settings = { databaseUrl: database.url, ...(await createServerFolders()) };
  const dir = await writeEstate(settings.sitesDir, 'jumelle', 59);
  const apis = [await prepareRestartableApiServer(settings), await prepareRestartableApiServer(settings)];
  await apis[0]?.importSite('jumelle');
  const running = await Promise.all(apis.map((api) => api.start()));
  const storefronts = await Promise.all(
    [apis[0], apis[0], apis[1]].map((api) => startStorefrontServer(api?.port ?? 0, settings)),
  );
  for (const storefront of storefronts) await waitForPageText(storefront, host, '/', getEstateNameOfFolder('jumelle'));

  for (const title of ['Première nouvelle', 'Deuxième nouvelle']) {
    await writeNewsTitle(dir, title);
    await apis[0]?.importSite('jumelle');
    const importedAt = Date.now();
    await Promise.all(storefronts.map((storefront) => waitForPageText(storefront, host, '/', title, 5)));
    expect(Date.now() - importedAt).toBeLessThan(1_000);
  }
  // One storefront is stopped, which must not affect the caches of other storefronts.
  await storefronts[0]?.stop();
  expect((await fetchPage(storefronts[1]?.port ?? 0, host)).body).toContain('Deuxième nouvelle');
  for (const server of [...storefronts.slice(1), ...running]) {
    await server.stop();
    expect(await server.ended).toBe(0);
  }
});
