import { chmod, chown, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
} from '#tests/support/fixtures/estate-folders.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { fetchPage, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const stackTrace = /^\s+at /m;

test('a second server on the same data folder exits with a message and does not affect the first', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'first', 50);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir };
  const first = await runServer({ env });
  await waitUntilOnline(first, getEstateHostOfFolder('first'));

  const second = await runServer({ env });
  expect(await second.ended).toBe(75);
  expect(second.output()).toContain(`Another Cuvée server is running on ${dataDir}`);
  expect(second.output()).not.toMatch(stackTrace);

  const page = await fetchPage(first.port, getEstateHostOfFolder('first'));
  expect(page.status).toBe(200);
  expect(page.body).toContain(getEstateNameOfFolder('first'));
  await first.stop();
  expect(await first.ended).toBe(0);
});

test('a metrics port in use is reported', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  const opsPort = await findFreePort();
  const otherServer = createServer().listen(opsPort, '127.0.0.1');
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, OPS_PORT: String(opsPort) } });
  expect(await server.ended).toBe(1);
  otherServer.close();
  expect(server.output()).toContain(
    `Port ${opsPort} of 127.0.0.1 is in use. Stop the program that listens there, or set OPS_PORT.`,
  );
  expect(server.output()).not.toMatch(stackTrace);
});

test('a port in use is reported, and no database stays running', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  const port = await findFreePort();
  const otherServer = createServer().listen(port, '127.0.0.1');
  const server = await runServer({ port, env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  expect(await server.ended).toBe(1);
  otherServer.close();
  expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use`);
  expect(server.output()).not.toMatch(stackTrace);
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

// PostgreSQL refuses to run as root, so a server that root starts runs PostgreSQL as another user. If root runs the
// tests, they cover both cases.
const isRoot = process.getuid?.() === 0;
const nobodyUid = 65_534;
const users: { name: string; commandPrefix: string[]; uid?: number }[] = isRoot
  ? [
      { name: 'root', commandPrefix: [] },
      {
        name: 'an unprivileged user',
        commandPrefix: ['setpriv', `--reuid=${nobodyUid}`, `--regid=${nobodyUid}`, '--clear-groups'],
        uid: nobodyUid,
      },
    ]
  : [{ name: 'the current user', commandPrefix: [] }];

test.each(users)('$name starts, stops and restarts a server on an empty data folder', async (user) => {
  const { sitesDir } = await createServerFolders();
  await writeEstate(sitesDir, 'chai', 51);
  const home = await mkdtemp(join(tmpdir(), 'cuvee-user-'));
  if (user.uid !== undefined) await chown(home, user.uid, user.uid);
  const env = { DATA_DIR: join(home, 'data'), SITES_DIR: await makeReadable(sitesDir) };
  for (const _ of ['first', 'again']) {
    const server = await runServer({ env, commandPrefix: user.commandPrefix });
    await waitUntilOnline(server, getEstateHostOfFolder('chai'));
    expect((await fetchPage(server.port, getEstateHostOfFolder('chai'))).body).toContain(getEstateNameOfFolder('chai'));
    await server.stop();
    expect(await server.ended).toBe(0);
  }
});

/** Makes the temporary folder that contains `sitesDir` readable for other users than the one who created it. */
async function makeReadable(sitesDir: string): Promise<string> {
  await chmod(join(sitesDir, '..'), 0o755);
  return sitesDir;
}

describe('an invalid setting stops the start with its name, the reason and an exit code', () => {
  const settings: [string, Record<string, string>, number, RegExp[]][] = [
    ['an invalid port', { PORT: 'abc' }, 78, [/PORT must be a port number/]],
    [
      'a database address with an unknown protocol',
      { DATABASE_URL: 'mysql://db/cuvee' },
      78,
      [/DATABASE_URL must be an address/],
    ],
    ['an API without the secret', { API_URL: 'http://127.0.0.1:1' }, 78, [/API_SECRET must be set/]],
    [
      'several invalid settings',
      { PORT: '70000', LOG_LEVEL: 'loud', API_SECRET: 'short' },
      78,
      [/PORT must/, /LOG_LEVEL must be one of/, /API_SECRET must have at least 32/],
    ],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://cuvee:s3cret@127.0.0.1:1/cuvee' },
      69,
      [/DATABASE_URL/, /ECONNREFUSED/],
    ],
    ['a missing sites folder', { SITES_DIR: '/nowhere/sites' }, 66, [/SITES_DIR/, /\/nowhere\/sites/]],
  ];
  test.each(settings)('%s', async (_, env, code, messages) => {
    const server = await runServer({ env: { DATA_DIR: await createTemporaryFolder(), ...env } });
    expect(await server.ended).toBe(code);
    for (const message of messages) expect(server.output()).toMatch(message);
    expect(server.output()).not.toMatch(stackTrace);
    expect(server.output()).not.toContain('s3cret');
  });

  test('a data folder that is a file', async () => {
    const file = join(await createTemporaryFolder(), 'data');
    await writeFile(file, '');
    const server = await runServer({ env: { DATA_DIR: file } });
    expect(await server.ended).not.toBe(0);
    expect(server.output()).toMatch(/DATA_DIR/);
    expect(server.output()).not.toMatch(stackTrace);
  });
});
