import { request } from 'node:http';
import type { PinnedServer } from './server-process.ts';

export interface BenchResponse {
  status: number;
  headers: Record<string, string>;
  /** The pair `name=value` of each Set-Cookie header, without the cookie's attributes. */
  cookies: string[];
  /** Body of the response as received, without decompression. */
  body: Buffer;
  /** Milliseconds from the request until the first and the last byte of the body. */
  firstByteMs: number;
  lastByteMs: number;
}

const requestTimeoutMs = 30_000;

/**
 * Sends a single HTTP request. `fetch` is not used, because it can neither send a Host header nor keep the body
 * compressed.
 * @param json Body of a POST request; without it the request is a GET.
 */
export async function sendRequest(
  { url }: Pick<PinnedServer, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  json?: unknown,
): Promise<BenchResponse> {
  const hasBody = json !== undefined;
  const options = {
    method: hasBody ? 'POST' : 'GET',
    agent: false,
    timeout: requestTimeoutMs,
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
  };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let firstByteMs = Number.NaN;
    const outgoing = request(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('data', () => {
        firstByteMs = performance.now() - startedAt;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? ''),
          body: Buffer.concat(chunks),
          firstByteMs,
          lastByteMs: performance.now() - startedAt,
        }),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${path} did not answer in ${requestTimeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(hasBody ? JSON.stringify(json) : undefined);
  });
}
