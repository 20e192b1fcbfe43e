import { access } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { PrintedImage } from '#server/api/media/convert-image.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { runImageTask } from '#server/api/media/image-processes.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import type { SheetLayoutImages } from './sheet-layouts.ts';
import type { SheetImageReference, TechnicalSheet, UnusableSheetFile } from './technical-sheet.ts';

interface ImageOptions {
  siteId: number;
  filesDir: string;
  /** The colour behind the image. */
  background: string;
  /** The maximum size in pixels, to which the image is scaled. Only SVGs are enlarged. */
  box: { width: number; height: number };
  report: (problem: UnusableSheetFile) => void;
}

/** Time for which an image that cannot be drawn is remembered. */
const failureTtlMs = 10 * 60_000;

/** Cache of prepared images, because all sheets of an estate show the same logo and variants share pictures. */
const cache = new LRUCache<string, { image: PrintedImage | null }>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: ({ image }) => (image?.bytes.length ?? 0) + 1_000,
});

export interface SheetImages {
  images: SheetLayoutImages;
  /** False if the file of an image is missing, which may be so only at present. */
  hasAllImages: boolean;
}

/** Prepares the images of a sheet. One that is missing or damaged is reported and left out. */
export async function prepareSheetImages(
  { model, logo, lightLogo, picture, colours }: TechnicalSheet,
  dependencies: Pick<ImageOptions, 'siteId' | 'filesDir' | 'report'>,
): Promise<SheetImages> {
  let hasAllImages = true;
  const prepare = async (
    image: SheetImageReference | null,
    background: string,
    box: ImageOptions['box'],
  ): Promise<PrintedImage | null> => {
    const prepared = await prepareSheetImage(image, { ...dependencies, background, box });
    if (prepared.isMissing) hasAllImages = false;
    return prepared.image;
  };
  const logoBox = { width: 900, height: 300 };
  const images = {
    logo: await prepare(model === 'CLASSIC' ? logo : null, '#ffffff', logoBox),
    lightLogo: await prepare(model === 'MODERN' ? lightLogo : null, colours.primary, logoBox),
    picture: await prepare(picture, colours.ground, { width: 640, height: 1300 }),
  };
  return { images, hasAllImages };
}

/**
 * Prepares an image for a PDF: SVGs as PNG, all others as JPEG.
 * @returns A null `image` if the sheet has none or its file is missing or damaged; the sheet is then laid out without
 * it. Only a missing file may become readable later: a damaged one never changes, because files are named by their
 * hash.
 */
async function prepareSheetImage(
  image: SheetImageReference | null,
  { siteId, filesDir, background, box, report }: ImageOptions,
): Promise<{ image: PrintedImage | null; isMissing: boolean }> {
  if (!image) return { image: null, isMissing: false };
  const { hash, isSvg } = image;
  const key = JSON.stringify([hash, background, box]);
  const cached = cache.get(key);
  if (cached) return { ...cached, isMissing: false };
  const original = toStoredFilePath(filesDir, hash);
  try {
    await access(original);
  } catch (err) {
    report({ file: 'image', isMissing: true, hash, err });
    return { image: null, isMissing: true };
  }
  try {
    const printed = await runImageTask(siteId, 'convertImageForPrint', { original, isSvg, background, box });
    cache.set(key, { image: printed });
    return { image: printed, isMissing: false };
  } catch (err) {
    if (err instanceof QueueFullError) throw err;
    report({ file: 'image', isMissing: false, hash, err });
    cache.set(key, { image: null }, { ttl: failureTtlMs });
    return { image: null, isMissing: false };
  }
}
