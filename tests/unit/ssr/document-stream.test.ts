import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createDocumentStream } from '#client/ssr/document-stream.ts';

const staticHead = '<meta charset="utf-8">';
const bodyEnd = '<script id="hydration"></script>';
const inserted = {
  staticHead: Buffer.from(staticHead),
  bodyEnd: [Buffer.from('<script id="hydration">'), Buffer.from('</script>')],
};

/**
 * Writes `html` to a document stream in pieces of `size` bytes.
 * @returns the chunks that the sink receives
 */
async function streamInPieces(html: string, size: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let failure: unknown;
  const stream = createDocumentStream(
    {
      chunk: (bytes) => void chunks.push(Buffer.from(bytes)),
      end: () => {},
      fail: (error) => {
        failure = error;
      },
    },
    inserted,
  );
  stream.on('error', () => {});
  const bytes = Buffer.from(html);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  await once(stream, 'close');
  if (failure) throw failure;
  return chunks;
}

const body = 'é€😀 '.repeat(10_000);
const page = `<!DOCTYPE html><html><head><title>Vin</title></head><body>${body}</body></html>`;
const expected = page.replace('<head>', `<head>${staticHead}`).replace('</body>', `${bodyEnd}</body>`);

describe('createDocumentStream', () => {
  test.each([1, 7, 2_048, 4_096, 1_000_000])(
    'inserts into a document that arrives in pieces of %i bytes',
    async (size) => {
      expect(Buffer.concat(await streamInPieces(page, size)).toString()).toBe(expected);
    },
  );

  test('passes chunks of at least 16 kB, except the last', async () => {
    const sizes = (await streamInPieces(page, 2_048)).map(({ length }) => length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(16_384);
  });

  test('inserts into a document that is smaller than one chunk', async () => {
    const small = '<html><head></head><body></body></html>';
    expect(Buffer.concat(await streamInPieces(small, 5)).toString()).toBe(
      `<html><head>${staticHead}</head><body>${bodyEnd}</body></html>`,
    );
  });

  test('fails for a document without head or body', async () => {
    await expect(streamInPieces('<p>no document</p>', 100)).rejects.toThrow('no head or no body');
  });
});
