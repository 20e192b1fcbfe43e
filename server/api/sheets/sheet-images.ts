import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import type { SheetImageReference, UnusableSheetFile } from './technical-sheet.ts';

/** An image for PDFKit, with its size in pixels. */
export interface PreparedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

interface ImageOptions {
  filesDir: string;
  /** The colour behind the image. Images are flattened, because transparent images make PDFs large and slow. */
  background: string;
  /** The maximum size in pixels, to which the image is scaled. Only SVGs are enlarged. */
  box: { width: number; height: number };
  report: (problem: UnusableSheetFile) => void;
}

/** Pixels per inch at which SVGs are drawn before they are scaled to their box. */
const svgDensity = 300;

/** Cache of prepared images, because all sheets of an estate show the same logo and variants share pictures. */
const cache = new LRUCache<string, PreparedImage>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: ({ bytes }) => bytes.length,
});

/**
 * Prepares an image for a PDF: SVGs as PNG, all others as JPEG.
 * @returns A null `image` if the sheet has none or its file is missing or damaged; the sheet is then laid out without
 * it. Only a missing file may become readable later: a damaged one never changes, because files are named by their
 * hash.
 */
export async function prepareSheetImage(
  image: SheetImageReference | null,
  { filesDir, background, box, report }: ImageOptions,
): Promise<{ image: PreparedImage | null; isMissing: boolean }> {
  if (!image) return { image: null, isMissing: false };
  const key = JSON.stringify([image.hash, background, box]);
  const cached = cache.get(key);
  if (cached) return { image: cached, isMissing: false };
  const original = await readFile(toStoredFilePath(filesDir, image.hash)).catch((err: unknown) => {
    report({ file: 'image', isMissing: true, hash: image.hash, err });
    return null;
  });
  if (!original) return { image: null, isMissing: true };
  try {
    const scaled = sharp(original, image.isSvg ? { density: svgDensity } : {})
      .autoOrient()
      .trim({ background: '#00000000', threshold: 1 })
      .resize({ ...box, fit: 'inside', withoutEnlargement: !image.isSvg })
      .flatten({ background });
    const encoded = image.isSvg ? scaled.png({ palette: false }) : scaled.jpeg({ quality: 86 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const prepared = { bytes: data, width: info.width, height: info.height };
    cache.set(key, prepared);
    return { image: prepared, isMissing: false };
  } catch (err) {
    report({ file: 'image', isMissing: false, hash: image.hash, err });
    return { image: null, isMissing: false };
  }
}
