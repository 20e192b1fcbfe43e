import { text as textOfStream } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createBufferedDocument } from '#server/storefront/cache/create-buffered-document.ts';
import type { HtmlSink } from '#shared/rendering.ts';

function createWithSink() {
  let sink: HtmlSink | undefined;
  const document = createBufferedDocument({
    write(given) {
      sink = given;
    },
  });
  if (!sink) throw new Error('the document was not written');
  return { document, sink };
}

describe('createBufferedDocument', () => {
  test('returns the whole document once it has ended', async () => {
    const { document, sink } = createWithSink();
    sink.chunk('first ');
    expect(document.getBodyIfComplete()).toBeNull();
    sink.chunk(Buffer.from('last'));
    sink.end();
    expect(String(document.getBodyIfComplete())).toBe('first last');
    expect(await document.complete()).toBe(document.getBodyIfComplete());
  });

  test('returns no document that has failed', async () => {
    const { document, sink } = createWithSink();
    sink.chunk('half');
    sink.fail(new Error('broken'));
    expect(document.getBodyIfComplete()).toBeNull();
    await expect(document.complete()).rejects.toThrow('broken');
    await expect(textOfStream(document.createReadStream())).rejects.toThrow('broken');
  });

  test('streams what was rendered before and after a reader began', async () => {
    const { document, sink } = createWithSink();
    const chunk = 'x'.repeat(100_000);
    sink.chunk(chunk);
    sink.chunk(chunk);
    const text = textOfStream(document.createReadStream());
    sink.chunk('end');
    sink.end();
    expect(await text).toBe(`${chunk}${chunk}end`);
  });
});
