import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HeaderPairs } from './header-pairs.ts';

/**
 * What a response is made of inside Node: `_header` is the head as text once it is known, and `end` sends it before
 * the body. Node makes it anew from the headers of each response and checks every character again; for a page that is
 * sent ten thousand times a second this is a sixth of all work. The field is not documented, hence `isAsExpected`.
 */
interface InsideResponse {
  _header: string | null;
  _hasBody: boolean;
}

/** Whether this version of Node has what we mean to use: else every answer takes the ordinary way. */
const isAsExpected = ((): boolean => {
  const response = new ServerResponse(new IncomingMessage(new Socket())) as unknown as InsideResponse;
  return response._header === null && response._hasBody === true;
})();

/** The head of a 200 with these headers, up to what changes with time and connection. */
export function preparedHead(headers: HeaderPairs): string {
  let head = 'HTTP/1.1 200 OK\r\n';
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i] as string, headers[i + 1] as string];
    // Node would refuse it: a line end here would let a value write headers of its own.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(name + value)) throw new Error(`the header ${name} holds what no header may`);
    head += `${name}: ${value}\r\n`;
  }
  return head;
}

/** Sends a prepared 200 to GET requests whose connection stays open; false, with nothing done, for all others. */
export function preparedAnswers(keepAliveTimeout: number) {
  let second = 0;
  let ending = '';
  return (request: IncomingMessage, response: ServerResponse, head: string, body: Buffer, now: number): boolean => {
    if (!isAsExpected || request.method !== 'GET' || request.httpVersionMinor !== 1 || !response.shouldKeepAlive)
      return false;
    const thisSecond = Math.floor(now / 1_000);
    if (thisSecond !== second) {
      second = thisSecond;
      const timeout = Math.floor(keepAliveTimeout / 1_000);
      ending = `Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${timeout}\r\n\r\n`;
    }
    (response as unknown as InsideResponse)._header = head + ending;
    response.end(body);
    return true;
  };
}
