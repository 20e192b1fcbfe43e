import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordRunningPort } from '#server/running-port.ts';
import { createServerFolders, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { runSiteCommand } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const { sitesDir, dataDir } = await createServerFolders();
const dir = await writeEstate(sitesDir, 'faulty', 71);
await writeEstate(sitesDir, 'sound', 72);
const site = (...args: string[]) =>
  runSiteCommand(args, { SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '' });

test('site -- check names byte order marks, other encodings and repeated keys; --errors leaves out warnings', {
  timeout: 120_000,
}, async () => {
  const tags = join(dir, 'content/tags.json');
  const parameters = join(dir, 'content/parameters.json');
  const carriers = join(dir, 'content/carriers.json');
  await writeFile(tags, `\uFEFF${await readFile(tags, 'utf8')}`);
  await writeFile(carriers, Buffer.from(`\uFEFF${await readFile(carriers, 'utf8')}`, 'utf16le'));
  await writeFile(parameters, (await readFile(parameters, 'utf8')).replace('{', '{"COMPANY_EMAIL": "a@b.example",'));
  const all = await site('check');
  expect(all.code).toBe(1);
  expect(all.output).toContain('content/tags.json: begins with a byte order mark: save it as UTF-8 without BOM');
  expect(all.output).toContain('content/carriers.json: is encoded as UTF-16: save it as UTF-8');
  expect(all.output).toContain('COMPANY_EMAIL: is there twice; delete one of them');
  expect(all.output).toMatch(/3 issues found\. \d+ warnings?\./);
  expect(all.output).toContain('warnings:');
  expect(all.output).toContain('sound: valid');
  const errors = await site('check', '--errors');
  expect(errors.code).toBe(1);
  expect(errors.output).toContain('byte order mark');
  expect(errors.output).toMatch(/3 issues found\. \d+ warnings?\./);
  expect(errors.output).not.toContain('warnings:');
  expect(errors.output).not.toContain('sound');
});

test('site -- new prints the port of the running server, and that of the settings without one', {
  timeout: 120_000,
}, async () => {
  const stop = await recordRunningPort(dataDir, 4_357);
  expect((await site('new', 'beside')).output).toContain('http://beside.localhost:4357');
  await stop();
  expect((await site('new', 'later')).output).toContain('http://later.localhost:3000');
});
