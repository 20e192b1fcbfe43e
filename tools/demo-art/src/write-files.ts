import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';
import { formatSrgbBytesAsHex } from './colour.ts';

interface RawPicture {
  width: number;
  height: number;
  data: Buffer;
}

/** @returns the size of the file in bytes */
export function writeTextFile(path: string, text: string): number {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return Buffer.byteLength(text);
}

/** @returns the size of the file in bytes */
export async function writeWebpFile(path: string, picture: RawPicture, quality: number): Promise<number> {
  mkdirSync(dirname(path), { recursive: true });
  const channels = picture.data.length === picture.width * picture.height * 4 ? 4 : 3;
  const { size } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels } })
    .webp({ quality, alphaQuality: 95, effort: 6, smartSubsample: true })
    .toFile(path);
  return size;
}

/** Returns the average colour of the picture, weighted by opacity. */
async function averageColour(path: string): Promise<string> {
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
  return formatSrgbBytesAsHex(sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]);
}

/** Writes `media.json`: the dimensions and average colour of each picture, so that pages can reserve its place. */
export async function writePictureListOfMediaFolder(mediaDir: string): Promise<void> {
  const files = readdirSync(mediaDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(webp|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lines: string[] = [];
  for (const path of files) {
    const { width, height } = await sharp(path).metadata();
    lines.push(
      JSON.stringify({
        file: relative(mediaDir, path).replaceAll('\\', '/'),
        width,
        height,
        tint: await averageColour(path),
      }),
    );
  }
  writeFileSync(
    join(mediaDir, 'media.json'),
    `[\n  ${lines.join(',\n  ').replaceAll('":', '": ').replaceAll(',"', ', "')}\n]\n`,
  );
}
