import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { HtmlInsertingStream } from '#client/ssr/html-inserting-stream.ts';

const start = '<!DOCTYPE html><html lang="fr-FR"><head>';
const bodyEnd = '<script id="hydration"></script>';
const inserted = {
  start,
  bodyEnd: [Buffer.from('<script id="hydration">'), Buffer.from('</script>')],
};

/** Creates a document stream and collects what its sink receives. */
function openStream() {
  const chunks: Buffer[] = [];
  const failures: unknown[] = [];
  const counts = { ends: 0 };
  const stream = new HtmlInsertingStream(
    {
      chunk: (bytes) => void chunks.push(Buffer.from(bytes)),
      end: () => void counts.ends++,
      fail: (error) => void failures.push(error),
    },
    inserted,
  );
  return { stream, chunks, failures, counts };
}

/**
 * Writes `html` to a document stream in pieces of `size` bytes.
 * @returns the chunks that the sink receives
 */
function streamInPieces(html: string, size: number): Buffer[] {
  const { stream, chunks, failures } = openStream();
  const bytes = Buffer.from(html);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  if (failures.length > 0) throw failures[0];
  return chunks;
}

const body = 'é€😀 '.repeat(10_000);
const page = `${start}<title>Vin</title></head><body>${body}</body></html>`;
const expected = page.replace(start, '').replace('</body>', `${bodyEnd}</body>`);

describe('HtmlInsertingStream', () => {
  test.each([1, 7, 2_048, 4_096, 1_000_000])(
    'removes the beginning of, and inserts into, a document that arrives in pieces of %i bytes',
    (size) => {
      expect(Buffer.concat(streamInPieces(page, size)).toString()).toBe(expected);
    },
  );

  test.each([1, 2_048, 1_000_000])(
    'leaves out preloads directly after the beginning of a document that arrives in pieces of %i bytes',
    (size) => {
      const preloads = '<link rel="preload" as="image" href="/a.svg"/>'.repeat(20);
      const html = page.replace(start, start + preloads);
      expect(Buffer.concat(streamInPieces(html, size)).toString()).toBe(expected);
    },
  );

  test('passes chunks of at least 16 kB, except the last', () => {
    const sizes = streamInPieces(page, 2_048).map(({ length }) => length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(16_384);
  });

  test('removes the beginning of, and inserts into, a document that is smaller than one chunk', () => {
    const small = `${start}</head><body></body></html>`;
    expect(Buffer.concat(streamInPieces(small, 5)).toString()).toBe(`</head><body>${bodyEnd}</body></html>`);
  });

  test('accepts long texts, which React does not encode itself', () => {
    const { stream, chunks, counts } = openStream();
    const at = page.indexOf(body);
    stream.write(Buffer.from(page.slice(0, at)));
    stream.write(body);
    stream.write(Buffer.from(page.slice(at + body.length)));
    stream.end();
    expect(Buffer.concat(chunks).toString()).toBe(expected);
    expect(counts.ends).toBe(1);
  });

  test.each(['<p>no document</p>', `${start}</head>`, '<body></body>', `${start.replace('fr-FR', 'en')}<body></body>`])(
    'fails for a document that begins otherwise than the one already sent, or without a body: %s',
    (html) => {
      expect(() => streamInPieces(html, 100)).toThrow('does not begin with');
    },
  );

  test('a failure ends the document once, and has React stop', async () => {
    const { stream, chunks, failures, counts } = openStream();
    const closed = once(stream, 'close');
    stream.write(Buffer.from(page.slice(0, 20_000)));
    stream.destroy(new Error('first'));
    stream.destroy(new Error('second'));
    const before = chunks.length;
    stream.write(Buffer.from(page.slice(20_000)));
    stream.end();
    await closed;
    expect(failures).toEqual([new Error('first')]);
    expect(chunks.length).toBe(before);
    expect(counts.ends).toBe(0);
  });
});
