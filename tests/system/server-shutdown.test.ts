import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolders, estateNameOf, hostOf, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import {
  countLockWaiters,
  eventually,
  getPage,
  type HttpResponse,
  isRunning,
  openEmbeddedSession,
  runServer,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';

const started = async () => {
  const { sitesDir, dataDir } = await createFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  await waitUntilOnline(server, hostOf('cave'));
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { server, dataDir, postmaster };
};

/** Holds the news, so that whoever reads them waits; answers how to let go. */
async function holdNews(dataDir: string) {
  const session = await openEmbeddedSession(dataDir);
  await session.query('begin; lock table news in access exclusive mode');
  return {
    awaited: () => eventually(async () => expect(await countLockWaiters(session, 'news')).toBeGreaterThan(0)),
    release: () => session.query('commit').then(() => session.end()),
  };
}

const refusesVisitors = ({ port }: ServerProcess) =>
  eventually(async () => {
    const answer = await getPage(port, hostOf('cave')).then(
      ({ status }) => status,
      () => 'nobody',
    );
    expect(answer).toBe('nobody');
  });

test('told to stop, the server ends open requests first, then its database, and leaves no process', async () => {
  const { server, dataDir, postmaster } = await started();
  const news = await holdNews(dataDir);
  const page: Promise<HttpResponse> = getPage(server.port, hostOf('cave'), '/actualites');
  const call: Promise<HttpResponse> = getPage(server.port, hostOf('cave'), '/api/news');
  await news.awaited();
  server.child.kill('SIGTERM');
  await refusesVisitors(server);
  await news.release();
  const answers = await Promise.all([page, call]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0].body).toContain(estateNameOf('cave'));
  expect(answers[0].body).toMatch(/<\/html>\s*$/);
  expect(await server.ended).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  expect(isRunning(postmaster)).toBe(false);
});

test('closes a kept-alive connection after its open request, and exits before the timeout', async () => {
  const { server, dataDir } = await started();
  const news = await holdNews(dataDir);
  const agent = new Agent({ keepAlive: true });
  const page = getPage(server.port, hostOf('cave'), '/actualites', {}, agent);
  await news.awaited();
  server.child.kill('SIGTERM');
  await refusesVisitors(server);
  await news.release();
  const { status, headers } = await page;
  const answeredAt = Date.now();
  expect({ status, connection: headers.connection }).toEqual({ status: 200, connection: 'close' });
  expect(await server.ended).toBe(0);
  expect(Date.now() - answeredAt).toBeLessThan(8_000);
  agent.destroy();
});

test('a second signal does not wait', async () => {
  const { server, dataDir } = await started();
  const news = await holdNews(dataDir);
  const page = getPage(server.port, hostOf('cave'), '/actualites').catch(() => 'cut off');
  await news.awaited();
  server.child.kill('SIGTERM');
  await refusesVisitors(server);
  const asked = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(130);
  expect(Date.now() - asked).toBeLessThan(2_000);
  expect(await page).toBe('cut off');
  await news.release();
});

test('told to stop while it starts for the first time, the server leaves no process', async () => {
  const { sitesDir, dataDir } = await createFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  await eventually(() => expect(existsSync(pidFile)).toBe(true));
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});
