import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';

export const isDocumentRequest = ({ headers, method }: IncomingMessage): boolean =>
  method === 'GET' && String(headers.accept ?? '').includes('text/html');

/** Sends a page that shows an error in Vite's error overlay. The page reloads itself until the error is corrected. */
export function sendErrorOverlayPage(response: ServerResponse, error: unknown): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  // `<` is escaped, because `</script` would end the script element even inside a string.
  const data = JSON.stringify({
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(stack),
  }).replaceAll('<', '\\u003c');
  console.error(message);
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Error</title>
<script type="module">
import { ErrorOverlay } from '/@vite/client';
document.body.append(new ErrorOverlay(${data}));
</script>`,
  );
}
