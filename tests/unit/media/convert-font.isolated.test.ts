import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import { describe, expect, it, vi } from 'vitest';
import decompressWoff2 from 'wawoff2/decompress.js';
import { convertToWebFont, readDecompressedWoff2Size } from '#server/api/media/convert-font.ts';
import { convertFontInWorker } from '#server/api/media/upload-routes.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';

vi.mock('wawoff2/decompress.js', { spy: true });
vi.mock('fontkit', { spy: true });

const font = await readFile('sites/domaine-des-chenes/media/fonts/Mulish-Regular.woff2');

/** Creates the header and table directory of a WOFF2 font with one table, whose header states a size of 1,000 bytes. */
function createWoff2(flags: number, ...lengths: readonly number[]): Buffer {
  const header = Buffer.alloc(48);
  header.write('wOF2', 'latin1');
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(1_000, 16);
  return Buffer.concat([header, Buffer.from([flags, ...lengths.flatMap(encodeBase128)]), Buffer.alloc(100)]);
}

/** Encodes a number as UIntBase128. */
function encodeBase128(value: number): number[] {
  const digits = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 127) | 128);
  return digits;
}

const head = 1;
const glyf = 10;
const transformed = 1 << 6;
const untransformed = 3 << 6;

describe('the size of a WOFF2 font', () => {
  it('is that of its tables after decompression', async () => {
    const { byteLength } = await decompressWoff2(font);
    const size = readDecompressedWoff2Size(font) ?? 0;
    expect(size).toBeGreaterThan(byteLength * 0.8);
    expect(size).toBeLessThan(byteLength * 1.2);
  });

  it.each([
    ['a table', createWoff2(head, 1_234), 1_234],
    ['a transformed table', createWoff2(head | transformed, 1_234, 200_000), 200_000],
    ['glyphs, which are transformed by default', createWoff2(glyf, 300, 70_000), 70_000],
    ['glyphs that are not transformed', createWoff2(glyf | untransformed, 300), 300],
    ['a directory that ends early', createWoff2(head, 1_234).subarray(0, 49), null],
    ['a header that ends early', font.subarray(0, 40), null],
  ])('counts %s', (_, bytes, size) => expect(readDecompressedWoff2Size(bytes)).toBe(size));
});

describe('the conversion of a font', () => {
  it.each([
    ['a table of 31 MB', createWoff2(head, 31_000_000)],
    ['a transformed table of 31 MB', createWoff2(head | transformed, 100, 31_000_000)],
    ['glyphs of 31 MB', createWoff2(glyf, 100, 31_000_000)],
  ])('refuses %s before decompression, whatever size the header states', async (_, bytes) => {
    vi.mocked(decompressWoff2).mockClear();
    expect(await convertToWebFont(bytes)).toBeNull();
    expect(decompressWoff2).not.toHaveBeenCalled();
  });

  it('accepts a font of normal size', async () => expect(await convertToWebFont(font)).toBe(font));

  it('refuses a font of another format with compressed tables inside WOFF2', async () => {
    const sfnt = Buffer.from(await decompressWoff2(font));
    vi.mocked(decompressWoff2).mockResolvedValueOnce(Buffer.concat([Buffer.from('wOFF'), sfnt.subarray(4)]));
    vi.mocked(create).mockClear();
    expect(await convertToWebFont(font)).toBeNull();
    expect(create).not.toHaveBeenCalled();
  });

  it('does not wait for PDFs', async () => {
    const sleep = createPdfWorkerFunction<number, unknown>(new URL('node:timers/promises'), 'setTimeout');
    const documents = Promise.allSettled(Array.from({ length: 110 }, () => sleep(1)));
    expect(await convertFontInWorker(font)).toHaveLength(font.byteLength);
    await documents;
  });
});
