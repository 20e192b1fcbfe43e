import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder, readMigrationJournal } from './applied-migrations.ts';

/** Copies migrations created until `lastMigration` into a temporary folder, as drizzle only applies whole folders. */
export async function copyEarlierMigrationsToTemporaryFolder(
  lastMigration: number,
): Promise<{ dir: string; remove(): Promise<void> }> {
  const journal = readMigrationJournal();
  const entries = journal.entries.filter(({ when }) => when <= lastMigration);
  const dir = await mkdtemp(join(tmpdir(), 'cuvee-migrations-'));
  await mkdir(join(dir, 'meta'));
  await writeFile(join(dir, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(dir, `${tag}.sql`));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
