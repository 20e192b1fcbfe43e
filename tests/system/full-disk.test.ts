import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createServerFolders, getEstateHostOfFolder, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { fetchPage, retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const host = getEstateHostOfFolder('cave');

/** Gives a server a file system of its own in a namespace, which needs no privileges and ends with it. */
function inFileSystemOfOwn(root: string, size: string): string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const mount = `mount -t tmpfs -o size=${size},mode=755 tmpfs ${root}/data && exec "$@"`;
  return ['unshare', ...asRoot, '--mount', 'bash', '-c', `mkdir -p ${root}/data && ${mount}`, 'bash'];
}

test('a full disk is named by the log and by /readyz, and the server recovers without a restart', async () => {
  const { root, sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({
    env: { DATA_DIR: join(dataDir, 'cuvee'), SITES_DIR: sitesDir },
    commandPrefix: inFileSystemOfOwn(root, '400m'),
  });
  await waitUntilOnline(server, host);

  const disk = join(`/proc/${server.child.pid}/root`, dataDir);
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 2 ** 20));
  const readyz = await retryUntilPasses(async () => {
    const response = await fetchPage(server.port, host, '/readyz');
    expect(response.status).toBe(503);
    return response;
  });
  expect(readyz.body).toContain(`disk full: FILES_DIR ${dataDir}`);
  await retryUntilPasses(() => expect(server.output()).toContain('"code":"disk_full"'));

  await rm(join(disk, 'filler'));
  await retryUntilPasses(async () => expect((await fetchPage(server.port, host, '/readyz')).status).toBe(200));
  expect((await fetchPage(server.port, host, '/actualites')).status).toBe(200);
  await server.stop();
});

test('a full disk of a worker’s outbox is named by its /readyz', async () => {
  const { url } = await openTestDatabase();
  const { root, sitesDir, dataDir } = await createServerFolders();
  const opsPort = await findFreePort();
  const worker = await runServer({
    env: { DATABASE_URL: url, DATA_DIR: join(dataDir, 'cuvee'), SITES_DIR: sitesDir, OPS_PORT: String(opsPort) },
    args: ['--worker'],
    commandPrefix: inFileSystemOfOwn(root, '64m'),
  });
  const disk = join(`/proc/${worker.child.pid}/root`, dataDir);
  const readReadiness = () => fetchPage(opsPort, '127.0.0.1', '/readyz');
  await retryUntilPasses(async () => expect((await readReadiness()).body).toBe('ok\n'));
  await mkdir(join(disk, 'cuvee'), { recursive: true });
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 2 ** 20));
  await retryUntilPasses(async () =>
    expect(await readReadiness()).toMatchObject({
      status: 503,
      body: `not ready: disk full: DATA_DIR ${join(dataDir, 'cuvee')}\n`,
    }),
  );
  await retryUntilPasses(() => expect(worker.output()).toContain('"code":"disk_full"'));
  await rm(join(disk, 'filler'));
  await retryUntilPasses(async () => expect((await readReadiness()).body).toBe('ok\n'));
  await worker.stop();
});
