import { chmod, chown, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolders, estateNameOf, hostOf, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { getPage, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const stack = /^\s+at /m;

test('a second server on the same data folder ends with a clear sentence and leaves the first unharmed', async () => {
  const { sitesDir, dataDir } = await createFolders();
  await writeEstate(sitesDir, 'first', 50);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir };
  const first = await runServer({ env });
  await waitUntilOnline(first, hostOf('first'));

  const second = await runServer({ env });
  expect(await second.ended).toBe(75);
  expect(second.output()).toContain(`Another Cuvée server is running on ${dataDir}`);
  expect(second.output()).not.toMatch(stack);

  const page = await getPage(first.port, hostOf('first'));
  expect(page.status).toBe(200);
  expect(page.body).toContain(estateNameOf('first'));
  await first.stop();
  expect(await first.ended).toBe(0);
});

test('a port of figures that is in use is named', async () => {
  const { sitesDir, dataDir } = await createFolders();
  const opsPort = await freePort();
  const squatter = createServer().listen(opsPort, '127.0.0.1');
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, OPS_PORT: String(opsPort) } });
  expect(await server.ended).toBe(1);
  squatter.close();
  expect(server.output()).toContain(
    `Port ${opsPort} of 127.0.0.1 is in use. Stop what listens there, or set OPS_PORT.`,
  );
  expect(server.output()).not.toMatch(stack);
});

test('a port in use is named, and the start leaves no database running', async () => {
  const { sitesDir, dataDir } = await createFolders();
  const port = await freePort();
  const squatter = createServer().listen(port, '127.0.0.1');
  const server = await runServer({ port, env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  expect(await server.ended).toBe(1);
  squatter.close();
  expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use`);
  expect(server.output()).not.toMatch(stack);
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

/** Root starts PostgreSQL in another way than an ordinary user does: root tests both, anybody else what they are. */
const asRoot = process.getuid?.() === 0;
const nobody = 65_534;
const users: { who: string; before: string[]; uid?: number }[] = asRoot
  ? [
      { who: 'root', before: [] },
      {
        who: 'an ordinary user',
        before: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
        uid: nobody,
      },
    ]
  : [{ who: 'the ordinary user who runs this test', before: [] }];

test.each(users)('$who starts a server on an empty data folder, stops it and starts it again', async (user) => {
  const { sitesDir } = await createFolders();
  await writeEstate(sitesDir, 'chai', 51);
  const home = await mkdtemp(join(tmpdir(), 'cuvee-user-'));
  if (user.uid !== undefined) await chown(home, user.uid, user.uid);
  const env = { DATA_DIR: join(home, 'data'), SITES_DIR: await readable(sitesDir) };
  for (const _ of ['first', 'again']) {
    const server = await runServer({ env, commandPrefix: user.before });
    await waitUntilOnline(server, hostOf('chai'));
    expect((await getPage(server.port, hostOf('chai'))).body).toContain(estateNameOf('chai'));
    await server.stop();
    expect(await server.ended).toBe(0);
  }
});

/** Temporary folders are their maker's alone. */
async function readable(sitesDir: string): Promise<string> {
  await chmod(join(sitesDir, '..'), 0o755);
  return sitesDir;
}

describe('a setting that is not right ends the start with its name, the reason and an exit code', () => {
  const settings: [string, Record<string, string>, number, RegExp[]][] = [
    ['a port that is no number', { PORT: 'abc' }, 78, [/PORT must be a port number/]],
    [
      'a database address of another kind',
      { DATABASE_URL: 'mysql://db/cuvee' },
      78,
      [/DATABASE_URL must be an address/],
    ],
    ['an API without the secret', { API_URL: 'http://127.0.0.1:1' }, 78, [/API_SECRET must be set/]],
    [
      'several at once',
      { PORT: '70000', LOG_LEVEL: 'loud', API_SECRET: 'short' },
      78,
      [/PORT must/, /LOG_LEVEL must be one of/, /API_SECRET must have at least 16/],
    ],
    [
      'a database that cannot be reached',
      { DATABASE_URL: 'postgres://cuvee:geheim@127.0.0.1:1/cuvee' },
      69,
      [/DATABASE_URL/, /ECONNREFUSED/],
    ],
    ['a folder of sites that is not there', { SITES_DIR: '/nowhere/sites' }, 66, [/SITES_DIR/, /\/nowhere\/sites/]],
  ];
  test.each(settings)('%s', async (_, env, code, sentences) => {
    const server = await runServer({ env: { DATA_DIR: await createTemporaryFolder(), ...env } });
    expect(await server.ended).toBe(code);
    for (const sentence of sentences) expect(server.output()).toMatch(sentence);
    expect(server.output()).not.toMatch(stack);
    expect(server.output()).not.toContain('geheim');
  });

  test('a data folder that is a file', async () => {
    const file = join(await createTemporaryFolder(), 'data');
    await writeFile(file, '');
    const server = await runServer({ env: { DATA_DIR: file } });
    expect(await server.ended).not.toBe(0);
    expect(server.output()).toMatch(/DATA_DIR/);
    expect(server.output()).not.toMatch(stack);
  });
});
