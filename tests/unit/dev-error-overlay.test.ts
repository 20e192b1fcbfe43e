import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendErrorOverlayPage } from '#server/dev-error-overlay.ts';

test('the error overlay shows an error in a page of its own, whatever its message contains', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const message = '\u001b[31mUnexpected\u001b[39m </script><script>alert(1)</script>';
  const server = createServer((_, response) => sendErrorOverlayPage(response, new Error(message))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => {
    log.mockRestore();
    server.close();
  });
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const html = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store']);
  expect(html).toContain(`import { ErrorOverlay } from '/@vite/client';`);
  expect(html).toContain('http-equiv="refresh"');
  expect(html).toContain('"message":"Unexpected \\u003c/script>');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(log).toHaveBeenCalledWith(message);
});
