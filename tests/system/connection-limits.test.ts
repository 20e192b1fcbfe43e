import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createPreparedServerFolders,
  getEstateHostOfFolder,
  writeEstate,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  fetchPage,
  isRunning,
  retryUntilPasses,
  runServer,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';

const host = getEstateHostOfFolder('cave');

/** Starts a server that may have at most this number of files open. */
async function startWithDescriptorLimit(limit: number, env: Record<string, string> = {}) {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({
    env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...env },
    commandPrefix: ['bash', '-c', `ulimit -n ${limit} && exec "$@"`, 'bash'],
  });
  await waitUntilOnline(server, host);
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { server, postmaster };
}

/** Opens connections that each send a request without its end. Connections that the server refuses are closed. */
async function openUnfinishedRequests(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on('error', () => resolve());
          socket.on('connect', () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n`, () => resolve()));
        }),
    ),
  );
  return sockets;
}

test('400 unfinished requests do not end a server with 256 file descriptors, which serves visitors afterwards', async () => {
  const { server, postmaster } = await startWithDescriptorLimit(256);
  expect(server.output()).toContain('"code":"descriptor_limit_low"');
  const sockets = await openUnfinishedRequests(server.port, 400);
  // Uncached pages need connections to the API and the database while the visitors' places are taken.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).toContain('"code":"connections_refused"');
  expect(server.output()).not.toContain('"code":"descriptors_exhausted"');
  for (const socket of sockets) socket.destroy();
  await retryUntilPasses(async () => expect((await fetchPage(server.port, host, '/actualites')).status).toBe(200));
  expect((await fetchPage(server.port, host, '/readyz')).status).toBe(200);
  await server.stop();
  expect(isRunning(postmaster)).toBe(false);
});

/** Module that, on SIGUSR2, opens files until none can be opened and then runs `statement`. */
const useAllDescriptors = (statement: string) =>
  `--import "data:text/javascript,${encodeURIComponent(`
    import { openSync } from 'node:fs';
    process.on('SIGUSR2', () => {
      try { for (;;) openSync('/dev/null'); } catch (error) { ${statement} }
    });`)}"`;

test('a server without a free file descriptor goes on after the error of an operation that needed one', async () => {
  const { server } = await startWithDescriptorLimit(256, {
    NODE_OPTIONS: useAllDescriptors('setTimeout(() => { throw error; })'),
  });
  server.child.kill('SIGUSR2');
  await retryUntilPasses(() => expect(server.output()).toContain('"code":"descriptors_exhausted"'));
  expect(server.child.exitCode).toBeNull();
});

test('a server that dies of an uncaught error stops its database, even without a free file descriptor', async () => {
  const { server, postmaster } = await startWithDescriptorLimit(256, {
    NODE_OPTIONS: useAllDescriptors(
      'setTimeout(() => { throw new Error("first") }); setTimeout(() => { throw new Error("second") }, 50)',
    ),
  });
  server.child.kill('SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('"code":"uncaught_error"');
  await retryUntilPasses(() => expect(isRunning(postmaster)).toBe(false));
});
