import { mkdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import {
  fetchPage,
  isRunning,
  retryUntilPasses,
  runServer,
  runSiteCommand,
  waitForPageStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const host = getEstateHostOfFolder('chai');
const roles = ['api', 'worker', 'storefront 1', 'storefront 2'];

async function startTestServer(settings: Record<string, string> = {}, databaseUrl?: string) {
  const { sitesDir, dataDir } = await createServerFolders();
  const dir = await writeEstate(sitesDir, 'chai', 62);
  const opsPort = await findFreePort();
  const env = {
    PROCESSES: '2',
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    SITES_DIR: sitesDir,
    OPS_PORT: String(opsPort),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);
  const publishNews = async (title: string) => {
    await writeNewsTitle(dir, title);
    const { code, output } = await runSiteCommand(['import', 'chai'], env);
    if (code !== 0) throw new Error(output);
  };
  return { server, opsPort, dataDir, sitesDir, publishNews };
}

interface LogLine {
  pid: number;
  process?: string;
  code?: string;
  name?: string;
}

const readLog = (server: ServerProcess): LogLine[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

/** Returns the id of the process that has this name at present. */
const findPid = (server: ServerProcess, name: string): number =>
  readLog(server).findLast((line) => line.process === name)?.pid ?? 0;

const readOps = async (opsPort: number, path: string) => fetchPage(opsPort, 'ops', path);

/** Requests pages over new connections, which the storefronts share. */
const fetchPages = (server: ServerProcess, count: number, path = '/') =>
  Promise.all(Array.from({ length: count }, () => fetchPage(server.port, host, path)));

describe('a server with several processes', () => {
  let server: ServerProcess;
  let opsPort: number;
  let sitesDir: string;
  let publishNews: (title: string) => Promise<void>;

  beforeAll(async () => {
    const database = await openTestDatabase();
    ({ server, opsPort, sitesDir, publishNews } = await startTestServer({ DRAIN_SECONDS: '2' }, database.url));
  });

  test('has one log, one health and the metrics of all processes', async () => {
    for (const { status, body } of await fetchPages(server, 8)) {
      expect(status).toBe(200);
      expect(body).toContain(getEstateNameOfFolder('chai'));
    }
    await retryUntilPasses(() =>
      expect(new Set(readLog(server).map((line) => line.process))).toEqual(new Set([undefined, ...roles])),
    );
    expect(new Set(roles.map((name) => findPid(server, name))).size).toBe(roles.length);
    for (const port of [server.port, opsPort]) {
      expect((await fetchPage(port, 'probe', '/healthz')).status).toBe(200);
      expect((await fetchPage(port, 'probe', '/readyz')).status).toBe(200);
    }
    const { body } = await readOps(opsPort, '/metrics');
    expect(body).toContain('cuvee_processes{role="storefront"} 2');
    expect(body).toContain('cuvee_database_pool_size{pool="jobs"}');
    const counts = [...body.matchAll(/^cuvee_pages_total\{site="62",kind="HOME",result="\w+"\} (\d+)$/gm)];
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(8);
    expect(readLog(server).filter(({ code }) => code === 'server_started')).toHaveLength(1);
  });

  test('shows changes and new sites in every storefront', async () => {
    await publishNews('Une nouvelle pour tous');
    await retryUntilPasses(async () => {
      for (const { body } of await fetchPages(server, 6)) expect(body.includes('Une nouvelle pour tous')).toBe(true);
    });
    await writeEstate(sitesDir, 'pressoir', 63);
    await waitForPageStatus(server.port, getEstateHostOfFolder('pressoir'), '/', 200);
    await retryUntilPasses(() =>
      expect(readLog(server).filter(({ code }) => code === 'site_imported')).toHaveLength(2),
    );
  });

  test.each(roles)('goes on when the process "%s" is killed, and starts it again', async (name) => {
    const killed = findPid(server, name);
    process.kill(killed, 'SIGKILL');
    // Cached pages are served by the other storefront, and while there is no API.
    for (let count = 0; count < 10; count++)
      for (const { status } of await fetchPages(server, 4)) expect(status).toBe(200);
    await retryUntilPasses(() => {
      expect(readLog(server)).toContainEqual(expect.objectContaining({ code: 'process_ended', name }));
      expect(readLog(server)).toContainEqual(expect.objectContaining({ code: 'process_restarted', name }));
    }, 120);
    await retryUntilPasses(async () => expect((await readOps(opsPort, '/readyz')).status).toBe(200), 120);
    await retryUntilPasses(() => expect(findPid(server, name)).not.toBe(killed));
    await retryUntilPasses(async () => {
      for (const { status } of await fetchPages(server, 4, `/actualites?after=${name.replace(' ', '')}`))
        expect(status).toBe(200);
      for (const { status } of await fetchPages(server, 4, '/api/news')) expect(status).toBe(200);
    }, 120);
    const { body } = await readOps(opsPort, '/metrics');
    expect(body).toContain(`cuvee_process_restarts_total{role="${name.split(' ')[0]}"}`);
  });

  test('ends under load without losing a request, and leaves no process', async () => {
    const pids = roles.map((name) => findPid(server, name));
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    let isReady = true;
    const probing = (async () => {
      for (; isReady; await sleep(20))
        isReady = (await fetchPage(server.port, 'probe', '/readyz', {}, false)).status === 200;
    })();
    const outcomes: (number | string)[] = [];
    const load = Array.from({ length: 16 }, async (_, index) => {
      for (let count = 0; isReady; count++) {
        const path = count % 3 === 0 ? `/actualites?count=${index}` : count % 3 === 1 ? '/' : '/api/news';
        const { status, body } = await fetchPage(server.port, host, path, {}, agent);
        outcomes.push(/(<\/html>|\})\s*$/.test(body) ? status : 'incomplete');
        await sleep(5);
      }
    });
    await retryUntilPasses(() => expect(outcomes.length).toBeGreaterThan(100));
    server.child.kill('SIGTERM');
    await Promise.all([probing, ...load]);
    agent.destroy();
    expect(await server.ended).toBe(0);
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    for (const pid of pids) expect(isRunning(pid)).toBe(false);
  });
});

test('storefronts share the limit of one client network', async () => {
  const database = await openTestDatabase();
  const settings = { TRUST_PROXY: 'loopback', REQUESTS_PER_SECOND: '10' };
  const { server } = await startTestServer(settings, database.url);
  const send = (from: string) => fetchPage(server.port, host, '/assets/none.js', { 'x-forwarded-for': from });
  const startedAt = performance.now();
  let accepted = 0;
  for (let round = 0; round < 100; round++) {
    const responses = await Promise.all(Array.from({ length: 6 }, () => send('203.0.113.7')));
    accepted += responses.filter(({ status }) => status !== 429).length;
    if (responses.every(({ status }) => status === 429)) break;
    await sleep(120);
  }
  // The burst is 80 requests, and each second allows 10 more. Storefronts that counted alone would accept twice as many.
  const allowed = 80 + ((performance.now() - startedAt) / 1_000) * 10;
  expect(accepted).toBeGreaterThan(70);
  expect(accepted).toBeLessThan(allowed * 1.5);
  expect((await send('203.0.113.8')).status).not.toBe(429);
  await server.stop();
});

describe('a server with several processes and its own PostgreSQL', () => {
  test('keeps its database when the API is killed, and ends at once on a second signal', async () => {
    const { server, dataDir } = await startTestServer();
    const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    process.kill(findPid(server, 'api'), 'SIGKILL');
    await retryUntilPasses(() =>
      expect(readLog(server)).toContainEqual(expect.objectContaining({ code: 'process_restarted', name: 'api' })),
    );
    await waitForPageStatus(server.port, host, '/api/news', 200);
    expect(isRunning(postmaster)).toBe(true);
    const pids = roles.map((name) => findPid(server, name));
    server.child.kill('SIGTERM');
    await sleep(20);
    server.child.kill('SIGTERM');
    expect([0, 130]).toContain(await server.ended);
    for (const pid of [...pids, postmaster]) await retryUntilPasses(() => expect(isRunning(pid)).toBe(false));
  });

  test('leaves no process of its own when it is killed, and the next start adopts the database', async () => {
    const { server, dataDir, sitesDir } = await startTestServer();
    const pids = roles.map((name) => findPid(server, name));
    await server.kill();
    for (const pid of pids) await retryUntilPasses(() => expect(isRunning(pid)).toBe(false));
    const next = await runServer({ env: { PROCESSES: '2', DATA_DIR: dataDir, SITES_DIR: sitesDir } });
    await waitUntilOnline(next, host);
    await next.stop();
    expect(await next.ended).toBe(0);
  });
});

test('a server with several processes names a port in use once, and ends', async () => {
  const database = await openTestDatabase();
  const first = await startTestServer({ PROCESSES: '1' }, database.url);
  const { sitesDir, dataDir } = await createServerFolders();
  await mkdir(dataDir);
  const env = { PROCESSES: '2', DATABASE_URL: database.url, DATA_DIR: dataDir, SITES_DIR: sitesDir };
  const second = await runServer({ env, port: first.server.port });
  expect(await second.ended).toBe(1);
  expect(second.output().split('is in use').length).toBe(2);
  await first.server.stop();
});
