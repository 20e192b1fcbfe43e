import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';

vi.mock('#server/api/media/inspect-media.ts', { spy: true });

const views = join(import.meta.dirname, '../../../sites/willow-hill/media/views');

/** Replaces the picture of a bottle, and returns the pictures that a check inspects. */
async function replacePicture(dir: string, view: string): Promise<string[]> {
  await copyFile(join(views, view), join(dir, 'media/bottles/red.webp'));
  vi.mocked(inspectMedia).mockClear();
  expect(await checkSiteFolder(dir)).toEqual([]);
  return vi
    .mocked(inspectMedia)
    .mock.calls.map(([path]) => path)
    .filter((path) => path.endsWith('.webp'));
}

test('a picture that two sites share is inspected once, and another one of the same name again', async () => {
  const sitesDir = await createTemporaryFolder();
  // The pictures of the starter are known already, because it is checked when it is written.
  const first = await copyStarterSite(sitesDir, 'chateau-a', 42);
  const second = await copyStarterSite(sitesDir, 'chateau-b', 43);
  expect(await replacePicture(first, 'picnic.webp')).toEqual(['bottles/red.webp']);
  expect(await replacePicture(second, 'picnic.webp')).toEqual([]);
  expect(await replacePicture(second, 'vines-in-mist.webp')).toEqual(['bottles/red.webp']);
});
