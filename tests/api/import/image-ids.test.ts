import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateMediaIdCandidates } from '#server/api/media/store-media.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';

it('the check of images accepts only the derived ids of the picture itself from 1,000,000 on', {
  timeout: 60_000,
}, async () => {
  const dir = await copyStarterSite(await createTemporaryFolder(), 'chateau', 100);
  const ids = generateMediaIdCandidates({ path: 'bottles/red.webp', kind: 'image' });
  const [first = 0, second = 0] = ids.take(2);
  const issues: [number, string[]][] = [];
  for (const id of [first, second, first - 1]) {
    await editJson<{ id: number; file: string }[]>(join(dir, 'content/images.json'), (images) => {
      for (const image of images) if (image.file === 'bottles/red.webp') image.id = id;
    });
    const found = (await checkSiteFolder(dir)).filter(({ file }) => file === 'content/images.json');
    issues.push([id, found.map(({ reason }) => reason)]);
  }
  expect(issues).toEqual([
    [first, []],
    [second, []],
    [first - 1, ['must be below 1000000']],
  ]);
});
