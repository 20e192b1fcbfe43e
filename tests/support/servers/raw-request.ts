import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** Sends a request with any value of the Host header, and with the given headers as they are. */
export function sendRequestWithAnyHost(
  port: number,
  path: string,
  {
    host = 'localhost',
    method = 'GET',
    headers = {},
    body,
  }: { host?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
        });
      },
    );
    request.on('error', reject);
    // The length is set explicitly, because Node sends the body of a DELETE without one, which makes the request
    // malformed.
    if (body !== undefined && !request.hasHeader('content-length') && !request.hasHeader('transfer-encoding'))
      request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

/** Sends raw bytes and returns the first line of the response. */
export function sendBytesAndReadFirstLine(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('\r\n')) {
        resolve(received.split('\r\n')[0] ?? '');
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
  });
}
