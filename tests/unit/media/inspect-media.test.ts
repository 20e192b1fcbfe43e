import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { isPlayableVideoFileName } from '#shared/media/is-playable-video-file-name.ts';

const isoMedia = '\x00\x00\x00\x18ftypisom';
const videos: [string, string, string, boolean][] = [
  ['mp4', 'video/mp4', isoMedia, true],
  ['m4v', 'video/x-m4v', isoMedia, true],
  ['mov', 'video/quicktime', '\x00\x00\x00\x14ftypqt  ', true],
  ['avi', 'video/x-msvideo', 'RIFF\x24\x00\x00\x00AVI LIST', false],
  ['wmv', 'video/x-ms-wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9', false],
  ['flv', 'video/x-flv', 'FLV\x01\x05', false],
];

describe('inspectMedia', () => {
  it.each(videos)('accepts a video with the extension %s as %s', async (extension, type, content, isPlayable) => {
    const path = `films/film.${extension}`;
    expect(await inspectMedia(path, Buffer.from(content, 'latin1'), 40)).toMatchObject({ kind: 'file', type });
    expect(isPlayableVideoFileName(path)).toBe(isPlayable);
  });

  it.each(videos)('rejects a page disguised as a video with the extension %s', async (extension) => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect(await inspectMedia(`films/film.${extension}`, page, 40)).toBe(`is no ${extension} file`);
  });

  it.each([
    ['films/film.mp4', 200],
    ['views/view.jpg', 30],
    ['fonts/font.woff2', 5],
    ['logos/logo.svg', 2],
  ])('rejects %s above %i MB', async (path, megabytes) => {
    expect(await inspectMedia(path, new Uint8Array(megabytes * 1_000_000 + 1), 40)).toBe(
      `is larger than ${megabytes} MB`,
    );
  });

  it('rejects a small file that decodes to too many pixels', async () => {
    const options = { width: 11_000, height: 11_000, channels: 3 as const, background: '#ffffff' };
    const bytes = await sharp({ create: options }).png({ compressionLevel: 9 }).toBuffer();
    expect(bytes.byteLength).toBeLessThan(1_000_000);
    expect(await inspectMedia('views/bomb.png', bytes, 40)).toBe('has more than 100000000 pixels');
  });
});
