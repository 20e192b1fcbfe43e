import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteStaleFiles } from '#server/storefront/gateway/spool-upload.ts';

it('deleteStaleFiles deletes only old files with the prefix', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-stale-'));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const name of ['upload-old', 'upload-new', 'other-old']) {
    await writeFile(join(folder, name), 'x');
    if (name.endsWith('old')) await utimes(join(folder, name), anHourAgo, anHourAgo);
  }
  await deleteStaleFiles(folder, 'upload-', 600_000);
  expect((await readdir(folder)).sort()).toEqual(['other-old', 'upload-new']);
  await rm(folder, { recursive: true });
});
