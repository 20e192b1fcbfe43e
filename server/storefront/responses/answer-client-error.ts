import type { Socket } from 'node:net';
import type { Lang } from '#shared/languages.ts';
import { plainPageSecurityPolicy, renderPlainPage } from './plain-page.ts';

/** Time in which the rest of a refused request is read. A socket closed before that loses the answer in a reset. */
const discardMs = 1_000;

interface ClientError extends Error {
  code?: string;
  /** The bytes that were read last, a `Buffer`. */
  rawPacket?: unknown;
}

/** Reads the host from a request that Node.js has not parsed to its end. */
const readHost = (packet: unknown): string =>
  /\r\nhost:([^\r\n]+)/i.exec(Buffer.isBuffer(packet) ? packet.toString('latin1') : '')?.[1]?.trim() ?? '';

/**
 * Creates the handler of requests that Node.js refuses before they are requests. Headers above its limit are mostly
 * piled-up cookies, so their sender is a visitor and gets a page.
 * @param langOf the language of a host, undefined for an unknown one
 */
export const createClientErrorHandler =
  (langOf: (host: string) => Lang | undefined) =>
  (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    if (error.code === 'HPE_HEADER_OVERFLOW') {
      const page = renderPlainPage('too_many_cookies', langOf(readHost(error.rawPacket)));
      socket.end(
        'HTTP/1.1 431 Request Header Fields Too Large\r\n' +
          'content-type: text/html; charset=utf-8\r\ncache-control: no-store\r\n' +
          `content-security-policy: ${plainPageSecurityPolicy}\r\nx-content-type-options: nosniff\r\n` +
          `content-length: ${Buffer.byteLength(page)}\r\nconnection: close\r\n\r\n${page}`,
      );
    } else {
      const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
      socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    }
    setTimeout(() => socket.destroy(), discardMs).unref();
  };
