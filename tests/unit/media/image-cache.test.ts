import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  deleteCachedConversionsOfImage,
  deleteImageCacheOfSite,
  toCachedImagePath,
} from '#server/api/media/image-cache.ts';
import { imageFormats, imageWidths } from '#shared/media/image.ts';

const image = { siteId: 40, hash: 'a'.repeat(64) };
const otherImage = { siteId: 40, hash: 'b'.repeat(64) };
const ofOtherSite = { ...image, siteId: 41 };

test('the image cache deletes all conversions of one image of one site, then those of a whole site', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cuvee-image-cache-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const fill = async (of: typeof image, width: number | null, format: (typeof imageFormats)[number]) => {
    const path = toCachedImagePath(dir, of, { width, format });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
  };
  for (const width of [null, ...imageWidths]) for (const format of imageFormats) await fill(image, width, format);
  await fill(otherImage, 64, 'webp');
  await fill(ofOtherSite, 64, 'webp');

  await deleteCachedConversionsOfImage(dir, image);
  expect(await readdir(join(dir, '40'))).toEqual([`${otherImage.hash}-64.webp`]);
  await deleteImageCacheOfSite(dir, 40);
  expect(await readdir(dir)).toEqual(['41']);
  expect(await readdir(join(dir, '41'))).toEqual([`${image.hash}-64.webp`]);
});
