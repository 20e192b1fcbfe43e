import type { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import type { HtmlSink } from '#shared/rendering.ts';
import { documentStream, type InsertedHtml } from './document-stream.ts';

/**
 * Nothing suspends on the server, so no boundary is worth a stream of its own; and React writes an inline script for each
 * boundary that it outlines, which the content security policy forbids.
 */
const progressiveChunkSize = 1e12;

/**
 * Renders the whole document with React. Resolves once the first bytes are ready.
 * @throws what a component threw; nothing has been written then.
 */
export async function renderDocument(
  element: ReactElement,
  inserted: InsertedHtml,
): Promise<{ write(sink: HtmlSink): void }> {
  const { promise: shellReady, resolve, reject } = Promise.withResolvers<void>();
  let destination: Writable | undefined;
  const stream = renderToPipeableStream(element, {
    progressiveChunkSize,
    onShellReady: resolve,
    onShellError: reject,
    // After the shell an error ends the response; React would otherwise leave the part to the browser.
    onError: (error) => void destination?.destroy(error instanceof Error ? error : new Error(String(error))),
  });
  await shellReady;
  return {
    write: (sink) => {
      destination = documentStream(sink, inserted);
      stream.pipe(destination);
    },
  };
}
