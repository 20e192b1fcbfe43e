import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';
import { hexOf } from './colour.ts';

interface Raw {
  width: number;
  height: number;
  data: Buffer;
}

const SITES = join(import.meta.dirname, '..', '..', 'sites');

export function mediaFolder(site: string): string {
  return join(SITES, site, 'media');
}

export function writeText(site: string, file: string, text: string): void {
  const path = join(mediaFolder(site), file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export async function writeWebp(site: string, file: string, picture: Raw, quality: number): Promise<number> {
  const path = join(mediaFolder(site), file);
  mkdirSync(dirname(path), { recursive: true });
  const channels = picture.data.length === picture.width * picture.height * 4 ? 4 : 3;
  const { size } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels } })
    .webp({ quality, alphaQuality: 95, effort: 6, smartSubsample: true })
    .toFile(path);
  return size;
}

/** The colour most of an opaque picture has, or the mean of what is not transparent. */
async function tintOf(path: string): Promise<string> {
  const { data } = await sharp(path)
    .ensureAlpha()
    .resize(48, 48, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0, 0] as [number, number, number, number];
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]! / 255;
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + data[i + c]! * alpha;
    sum[3] += alpha;
  }
  return hexOf(sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]);
}

/** Lists every picture of a site with its size and tint, for layouts that reserve its place. */
export async function writeMediaList(site: string): Promise<void> {
  const root = mediaFolder(site);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(webp|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lines: string[] = [];
  for (const path of files) {
    const { width, height } = await sharp(path).metadata();
    lines.push(
      JSON.stringify({ file: relative(root, path).replaceAll('\\', '/'), width, height, tint: await tintOf(path) }),
    );
  }
  writeFileSync(
    join(root, 'media.json'),
    `[\n  ${lines.join(',\n  ').replaceAll('":', '": ').replaceAll(',"', ', "')}\n]\n`,
  );
}
