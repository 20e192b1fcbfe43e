import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

const listLoadedModules = `
  import module from 'node:module';
  const loaded = [];
  module.registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import('./server/main.ts');
  console.log(JSON.stringify(loaded));
`;

test('a storefront process starts without the modules of API, import, worker and database', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './server/preload.js', '--input-type=module', '--eval', listLoadedModules],
    { cwd: root, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const loaded = (JSON.parse(stdout) as string[]).map((url) => url.replace(`file://${root}/`, ''));
  expect(loaded).toContain('server/storefront/storefront-app.ts');
  expect(
    loaded.filter((path) => /^server\/(?:api|import)\/|^node_modules\/(?:drizzle-orm|pg|sharp)\//.test(path)),
  ).toEqual([]);
});
