import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** Asks a listening server, with the headers exactly as given. */
export function rawRequest(
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
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(parts);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes as they are, and answers the first line that comes back. */
export function sendRawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString();
      if (answer.includes('\r\n')) {
        resolve(answer.split('\r\n')[0] ?? '');
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}
