import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
} from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage, retryUntilPasses, runServer, waitForPageStatus } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = getEstateHostOfFolder('atelier');
const root = join(import.meta.dirname, '../..');
/** A module of the server that only the development server loads. */
const serverModule = join(root, 'server/dev-error-overlay.ts');

/** Reads the command of `npm run dev`, which is run without npm, because npm would not forward signals to it. */
async function readDevelopmentCommand(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { dev: string } };
  const [, ...args] = scripts.dev.split(' ');
  return [process.execPath, ...args];
}

test('the development server renders pages from the sources, with the error overlay, and restarts after a change of its code', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'atelier', 63);
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SITES_DIR: sitesDir, NODE_ENV: '' };
  const server = await runServer({ env, command: await readDevelopmentCommand() });
  const countStarts = () => server.output().split('Cuvée serves').length - 1;
  await retryUntilPasses(() => expect(countStarts(), server.output()).toBe(1), 120);
  const visit = async () => {
    const { body } = await waitForPageStatus(server.port, host, '/', 200, 120);
    expect(body).toContain(getEstateNameOfFolder('atelier'));
    expect(body).toContain('<script type="module" src="/@vite/client"></script>');
  };
  await visit();
  const overlay = await fetchPage(server.port, host, '/@vite/client');
  expect([overlay.status, overlay.body.includes('ErrorOverlay')]).toEqual([200, true]);

  const now = new Date();
  await utimes(serverModule, now, now);
  await retryUntilPasses(() => expect(countStarts(), server.output()).toBe(2), 120);
  await visit();
  await server.stop();
});
