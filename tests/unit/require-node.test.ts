import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const requireNode = join(root, 'server/require-node.js');
const preload = join(root, 'server/preload.js');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

/** Runs a program after the check, in a Node process that reports another version. */
async function runWithNodeVersion(version: string) {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const setVersion = join(folder, 'set-version.mjs');
  await writeFile(
    setVersion,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  const program = join(folder, 'program.mjs');
  await writeFile(program, `console.log('started');`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', setVersion, '--import', preload, program],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('an older Node ends with a message that explains what to install, without a stack', async () => {
  const { status, stdout, stderr } = await runWithNodeVersion('20.18.1');
  expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
  expect(stderr).toContain('Cuvée needs Node 24 or newer, and this is Node 20.18.1. Install Node 24');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test.each(['24.0.0', '26.1.0'])('Node %s starts the program', async (version) => {
  expect(await runWithNodeVersion(version)).toEqual({ status: 0, stdout: 'started\n', stderr: '' });
});

test('the check requires the version of package.json, and can be read by an older Node', () => {
  const [, major] = /^>=(\d+)$/.exec(packageJson.engines.node) ?? [];
  const source = readFileSync(requireNode, 'utf8');
  expect(source).toContain(`const minMajor = ${major};`);
  // A module that the check imported could use syntax that an older Node does not support.
  expect(source).not.toMatch(/\bimport\b/);
});

test('every script of package.json that starts a program of the server checks the version first', () => {
  const scripts = Object.values(packageJson.scripts).filter((script) => /^node .*server\//.test(script));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) expect(script).toMatch(/^node --import \.\/server\/preload\.js /);
});
