import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { createServerFolders } from '#tests/support/fixtures/estate-folders.ts';
import { createExpensiveDrawing } from '#tests/support/fixtures/expensive-drawing.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { retryUntilPasses } from '#tests/support/servers/run-server.ts';
import { prepareRestartableApiServer } from '#tests/support/servers/split-servers.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();

/** Returns the ids of the processes in which a server converts pictures. */
async function findImageProcesses(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
    );
    if (status?.includes(`PPid:\t${parent}\n`) && command?.includes('image-process.ts')) found.push(Number(id));
  }
  return found;
}

const isAlive = (id: number): Promise<boolean> =>
  readFile(`/proc/${id}/status`, 'utf8').then(
    (status) => !/State:\s+Z/.test(status),
    () => false,
  );

test('SIGTERM ends the server and its image processes while a picture is drawn that takes minutes', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await insertSite(database.db, 40);
  const bytes = Buffer.from(createExpensiveDrawing());
  const hash = await storeFile(join(dataDir, 'files'), bytes);
  const row = { id: 50, path: 'old/50', name: '', alt: '', hash, type: 'image/svg+xml', tint: '#7a1f3d' };
  await withSiteTransaction(database.db, 40, (tx) =>
    tx.insert(images).values({ ...row, bytes: bytes.length, width: 800, height: 600 }),
  );
  const api = await prepareRestartableApiServer({ databaseUrl: database.url, sitesDir, dataDir });
  const server = await api.start();
  const url = `http://127.0.0.1:${api.port}/image/50?w=2400`;
  const attack = request(url, { headers: { idsite: '40' } }).catch(() => null);
  const processes = await retryUntilPasses(async () => {
    const found = await findImageProcesses(server.child.pid ?? 0);
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  server.child.kill('SIGTERM');
  await server.ended;
  await attack;
  await retryUntilPasses(async () => expect(await Promise.all(processes.map(isAlive))).not.toContain(true), 10);
});
