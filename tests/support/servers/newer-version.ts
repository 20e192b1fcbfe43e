import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';

const root = resolve(import.meta.dirname, '../../..');
const copied = ['client', 'server', 'shared', 'tools/build', 'package.json', 'package-lock.json', 'tsconfig.json'];

interface MigrationJournal {
  entries: { idx: number; when: number; tag: string }[];
}

/**
 * Copies the code to a temporary folder and adds a migration, which adds a column `next` to the products and copies their
 * slug into it.
 * @returns The root folder of that version, without a build.
 */
export async function copyWithNextMigration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-version-'));
  onTestFileFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of [...copied, 'vite.config.ts']) await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await addMigration(join(folder, 'server/api/database/migrations'));
  return folder;
}

/**
 * Creates the next version of the code: its migration, and a change of the client's entry, so that its build has other
 * files.
 * @returns The root folder of that version, built.
 */
export async function createNewerVersion(): Promise<string> {
  const folder = await copyWithNextMigration();
  const entry = join(folder, 'client/app/entry.client.tsx');
  await writeFile(entry, `${await readFile(entry, 'utf8')}\ndocument.documentElement.dataset.version = 'next';\n`);
  const build = spawn(join(root, 'node_modules/.bin/vite'), ['build', '--app'], {
    cwd: folder,
    // The test runner sets another mode, in which React is not built for production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (bytes) => (output += bytes));
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error(`the build of the newer version failed:\n${output}`);
  return folder;
}

async function addMigration(migrations: string): Promise<void> {
  const path = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as MigrationJournal;
  const newest = journal.entries.at(-1);
  if (!newest) throw new Error('there are no migrations');
  journal.entries.push({ ...newest, idx: newest.idx + 1, when: newest.when + 1, tag: '9999_next' });
  await writeFile(path, JSON.stringify(journal));
  const snapshot = `meta/${newest.tag.slice(0, 4)}_snapshot.json`;
  await cp(join(migrations, snapshot), join(migrations, 'meta/9999_snapshot.json'));
  await writeFile(
    join(migrations, '9999_next.sql'),
    // Forced row-level security would hide the rows of all sites from the owner.
    `ALTER TABLE "products" ADD COLUMN "next" text;--> statement-breakpoint
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "products" SET "next" = "slug";--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;`,
  );
}
