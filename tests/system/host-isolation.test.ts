import { expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage, runServer, runSiteCommand, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const names = ['ormeau', 'tilleul'] as const;
const paths = [
  '/',
  '/nos-produits/nos-vins',
  '/actualites',
  '/notre-domaine',
  '/contact',
  '/api/site/info',
  '/feed.xml',
];
const otherName = (name: string) => (name === names[0] ? names[1] : names[0]);

test('concurrent requests to two hosts during imports return only content of their own host', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  const dirs = await Promise.all(names.map((name, index) => writeEstate(sitesDir, name, 80 + index)));
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: database.url };
  const server = await runServer({ env });
  for (const name of names) await waitUntilOnline(server, getEstateHostOfFolder(name));

  let isOver = false;
  let servedCount = 0;
  const errors: string[] = [];
  const sendRequests = async (first: number) => {
    for (let count = first; !isOver; count++) {
      const name = names[count % 2] ?? names[0];
      const path = paths[count % paths.length] ?? '/';
      const { status, headers, body } = await fetchPage(server.port, getEstateHostOfFolder(name), path);
      const isForeign =
        body.includes(getEstateNameOfFolder(otherName(name))) || body.includes(getEstateHostOfFolder(otherName(name)));
      // A 503 is accepted, because the server may shed load on a busy machine.
      const isRefused = status === 503 && headers['retry-after'] !== undefined;
      if (!isRefused) servedCount++;
      if (isForeign || !(isRefused || (status === 200 && body.includes(getEstateNameOfFolder(name)))))
        errors.push(`${status} ${getEstateHostOfFolder(name)}${path}: ${body.slice(0, 200)}`);
    }
  };
  const clients = Array.from({ length: 12 }, (_, index) => sendRequests(index));
  for (const [round, name] of [names[0], names[1], names[0], names[1]].entries()) {
    await writeNewsTitle(dirs[names.indexOf(name)] ?? '', `${getEstateNameOfFolder(name)}, nouvelle ${round}`);
    expect((await runSiteCommand(['import', name], env)).code).toBe(0);
  }
  isOver = true;
  await Promise.all(clients);
  expect(errors).toEqual([]);
  expect(servedCount).toBeGreaterThan(500);
  await server.stop();
  expect(await server.ended).toBe(0);
});
