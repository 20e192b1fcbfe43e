import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A part of a view, as shares of its width and height: the centre and the width of the frame. */
interface Framing {
  x: number;
  y: number;
  width: number;
}

/** A slow camera movement over a view. */
export interface Shot {
  /** File name of the picture in `views/`, without its extension. */
  view: string;
  from: Framing;
  to: Framing;
}

export const frameSize = { width: 960, height: 540 };
const framesPerSecond = 24;
const shotFrames = 5 * framesPerSecond;
const fadeFrames = framesPerSecond;

/** Eases a movement, which accelerates at its start and slows down at its end. */
const ease = (share: number): number => share * share * (3 - 2 * share);

/** The slightly blurred pixels of a view, with three bytes each. */
interface Source {
  pixels: Buffer;
  width: number;
  height: number;
}

async function readView(mediaDir: string, view: string): Promise<Source> {
  const { data, info } = await sharp(join(mediaDir, 'views', `${view}.webp`))
    .removeAlpha()
    .blur(0.7)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

function drawFrame({ pixels, width, height }: Source, { from, to }: Shot, share: number): Promise<Buffer> {
  const at = (key: keyof Framing) => from[key] + (to[key] - from[key]) * ease(share);
  const frameWidth = Math.min(width, Math.round(at('width') * width), Math.round((height * 16) / 9));
  const frameHeight = Math.min(height, Math.round((frameWidth * 9) / 16));
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value)));
  const left = clamp(at('x') * width - frameWidth / 2, width - frameWidth);
  const top = clamp(at('y') * height - frameHeight / 2, height - frameHeight);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: frameWidth, height: frameHeight })
    .resize(frameSize.width, frameSize.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Mixes the end of a shot with the beginning of the next. */
function mix(a: Buffer, b: Buffer, share: number): Buffer {
  const mixed = Buffer.allocUnsafe(a.length);
  for (let i = 0; i < a.length; i++) mixed[i] = Math.round(a[i]! * (1 - share) + b[i]! * share);
  return mixed;
}

async function* drawFrames(mediaDir: string, shots: readonly Shot[]): AsyncGenerator<Buffer> {
  const sources = await Promise.all(shots.map(({ view }) => readView(mediaDir, view)));
  const frameOf = (shot: number, frame: number) =>
    drawFrame(sources[shot]!, shots[shot]!, frame / (shotFrames + fadeFrames));
  for (let shot = 0; shot < shots.length; shot++) {
    for (let frame = 0; frame < shotFrames; frame++) {
      const own = await frameOf(shot, frame + (shot === 0 ? 0 : fadeFrames));
      const fade = frame - (shotFrames - fadeFrames);
      const isFading = fade >= 0 && shot + 1 < shots.length;
      yield isFading ? mix(own, await frameOf(shot + 1, fade), fade / fadeFrames) : own;
    }
  }
}

/**
 * Draws a silent film of slow movements over views and writes it as H.264 baseline, which every browser plays before it
 * has been loaded completely.
 * @returns the size of the file in bytes
 */
export async function writeFilm(path: string, mediaDir: string, shots: readonly Shot[]): Promise<number> {
  mkdirSync(dirname(path), { recursive: true });
  const size = `${frameSize.width}x${frameSize.height}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(framesPerSecond), '-i', '-'];
  const h264 = ['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.1', '-pix_fmt', 'yuv420p'];
  const quality = ['-preset', 'slow', '-crf', '27', '-threads', '1', '-an', '-map_metadata', '-1'];
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...h264, ...quality, '-movflags', '+faststart', path], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const exit = once(ffmpeg, 'exit');
  for await (const frame of drawFrames(mediaDir, shots)) {
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await exit;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return statSync(path).size;
}

/** Writes the first frame of a film as its poster. @returns the size of the file in bytes */
export async function writeFilmPoster(path: string, mediaDir: string, [first]: readonly Shot[]): Promise<number> {
  if (!first) throw new Error('a film needs a shot');
  mkdirSync(dirname(path), { recursive: true });
  const pixels = await drawFrame(await readView(mediaDir, first.view), first, 0);
  const { size: bytes } = await sharp(pixels, { raw: { ...frameSize, channels: 3 } }).webp({ quality: 72 }).toFile(path);
  return bytes;
}
