import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createServerFolders, getEstateHostOfFolder, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage, retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const host = getEstateHostOfFolder('cave');

test('a full disk is named by the log and by /readyz, and the server recovers without a restart', async () => {
  const { root, sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'cave', 52);
  // The server has a file system of its own in a namespace, which needs no privileges and ends with it.
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const mount = `mount -t tmpfs -o size=400m,mode=755 tmpfs ${root}/data && exec "$@"`;
  const server = await runServer({
    env: { DATA_DIR: join(dataDir, 'cuvee'), SITES_DIR: sitesDir },
    commandPrefix: ['unshare', ...asRoot, '--mount', 'bash', '-c', `mkdir ${root}/data && ${mount}`, 'bash'],
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
