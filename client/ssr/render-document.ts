import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import type { HtmlSink } from '#shared/rendering.ts';
import { HtmlInsertingStream, type InsertedHtml } from './html-inserting-stream.ts';

/**
 * Size in bytes above which React would outline Suspense boundaries and write an inline script for each, which the
 * content security policy forbids. No document is as large.
 */
const progressiveChunkSize = 1e12;

/**
 * Renders the document and resolves once its first bytes are ready.
 * @throws the error of a component, before anything has been written
 */
export async function renderDocument(
  element: ReactElement,
  inserted: InsertedHtml,
): Promise<{ write(sink: HtmlSink): void }> {
  const { promise: shellReady, resolve, reject } = Promise.withResolvers<void>();
  let destination: HtmlInsertingStream | undefined;
  const stream = renderToPipeableStream(element, {
    progressiveChunkSize,
    onShellReady: resolve,
    onShellError: reject,
    // An error after the first bytes ends the response, because React would leave the failed part to the browser.
    onError: (error) => void destination?.destroy(error instanceof Error ? error : new Error(String(error))),
  });
  await shellReady;
  return {
    write: (sink) => {
      destination = new HtmlInsertingStream(sink, inserted);
      stream.pipe(destination);
    },
  };
}
