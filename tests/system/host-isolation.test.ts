import { expect, test } from 'vitest';
import {
  createFolders,
  estateNameOf,
  hostOf,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { getPage, runServer, runSiteCommand, waitUntilOnline } from '#tests/support/servers/run-server.ts';
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
const other = (name: string) => (name === names[0] ? names[1] : names[0]);

test('two hosts hammered at once while their content changes: every answer belongs to its own host', async () => {
  const { sitesDir, dataDir } = await createFolders();
  const dirs = await Promise.all(names.map((name, index) => writeEstate(sitesDir, name, 80 + index)));
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: database.url };
  const server = await runServer({ env });
  for (const name of names) await waitUntilOnline(server, hostOf(name));

  let isOver = false;
  let answers = 0;
  const faults: string[] = [];
  const hammer = async (first: number) => {
    for (let turn = first; !isOver; turn++) {
      const name = names[turn % 2] ?? names[0];
      const path = paths[turn % paths.length] ?? '/';
      const { status, headers, body } = await getPage(server.port, hostOf(name), path);
      const isOthers = body.includes(estateNameOf(other(name))) || body.includes(hostOf(other(name)));
      // A busy machine may make the server refuse for a moment.
      const isRefused = status === 503 && headers['retry-after'] !== undefined;
      if (!isRefused) answers++;
      if (isOthers || !(isRefused || (status === 200 && body.includes(estateNameOf(name)))))
        faults.push(`${status} ${hostOf(name)}${path}: ${body.slice(0, 200)}`);
    }
  };
  const hammers = Array.from({ length: 12 }, (_, index) => hammer(index));
  for (const [round, name] of [names[0], names[1], names[0], names[1]].entries()) {
    await writeNewsTitle(dirs[names.indexOf(name)] ?? '', `${estateNameOf(name)}, nouvelle ${round}`);
    expect((await runSiteCommand(['import', name], env)).code).toBe(0);
  }
  isOver = true;
  await Promise.all(hammers);
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(500);
  await server.stop();
  expect(await server.ended).toBe(0);
});
