import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFolders } from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage, retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const root = resolve(import.meta.dirname, '../..');
const estate = 'domaine-des-chenes';
const host = `${estate}.localhost`;
let dist: string;

/** Builds the server alone, from the present sources. It is inside the repository, where its packages are found. */
beforeAll(async () => {
  dist = await mkdtemp(join(root, 'node_modules/.cache/built-server-'));
  const build =
    "const { createBuilder } = await import('vite'); const builder = await createBuilder(); await builder.build(builder.environments.node);";
  const env = { ...process.env, DIST: dist, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build], { cwd: root, env });
});
afterAll(() => rm(dist, { recursive: true, force: true }));

async function startBuiltServer(settings: Record<string, string>) {
  const { dataDir, sitesDir } = await createServerFolders();
  await cp(join(root, 'sites', estate), join(sitesDir, estate), { recursive: true });
  const command = [process.execPath, '--import', './server/preload.js', join(dist, 'node/main.js')];
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...settings };
  const server = await runServer({ command, env });
  await waitUntilOnline(server, host);
  return server;
}

test.each([
  ['in one process', '1'],
  ['in several processes', '2'],
])('the built server serves pages, calls, pictures and PDFs %s, and ends cleanly', async (_, PROCESSES) => {
  const server = await startBuiltServer({ PROCESSES });
  const visit = (path: string) => fetchPage(server.port, host, path);
  const page = await visit('/');
  expect(page.status).toBe(200);
  const [picture = ''] = /\/image\/[^\s"']+/.exec(page.body) ?? [];
  expect(await visit(picture.replaceAll('&amp;', '&'))).toMatchObject({
    status: 200,
    headers: { 'content-type': expect.stringMatching(/^image\//) },
  });
  // On a loaded machine, the first PDF may take longer than the time limit of a call.
  await retryUntilPasses(async () => {
    const { status, body } = await visit('/api/product/generate/file/5/107');
    if (status !== 200 || !body.startsWith('%PDF')) throw new Error(`the technical sheet was answered ${status}`);
  });
  expect(JSON.parse((await visit('/api/product?nbItem=3')).body)).toMatchObject({ success: true });
  expect(await visit('/admin')).toMatchObject({ status: 302, headers: { location: '/auth?return=%2Fadmin' } });
  expect((await visit('/auth')).status).toBe(200);
  await server.stop();
  expect(await server.ended).toBe(0);
});

test('the built server reports an invalid setting without a stack', async () => {
  const { dataDir, sitesDir } = await createServerFolders();
  const command = [process.execPath, '--import', './server/preload.js', join(dist, 'node/main.js')];
  const server = await runServer({ command, env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, LOG_LEVEL: 'loud' } });
  expect(await server.ended).toBe(78);
  expect(server.output()).toContain('LOG_LEVEL');
  expect(server.output()).not.toMatch(/^\s+at /m);
});

test('stack traces of the built server name functions, and its source maps lead to the sources', async () => {
  const entry = JSON.stringify(join(dist, 'node/main.js'));
  const script = `const { parseServerCommand } = await import(${entry}); try { parseServerCommand(['--apy']); } catch (error) { console.log(error.stack); }`;
  const run = async (...options: string[]) =>
    (await promisify(execFile)(process.execPath, [...options, '--input-type=module', '-e', script], { cwd: root }))
      .stdout;
  expect(await run()).toMatch(/at parseServerCommand \(.*node\/main\.js:\d+/);
  const lines = (await readFile(join(root, 'server/main.ts'), 'utf8')).split('\n');
  const [, line] = /at parseServerCommand \(.*server\/main\.ts:(\d+)/.exec(await run('--enable-source-maps')) ?? [];
  expect(lines[Number(line) - 1]).toContain('new OperatorError(');
});
