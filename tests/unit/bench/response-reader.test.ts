import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestBytes } from '../../../bench/load/load-plan.ts';
import { ResponseReader } from '../../../bench/load/response-reader.ts';

const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 99\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\na;x=1\r\n0123456789\r\n0\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nTrailer: y\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
];
const statuses = [200, 304, 200, 404, 200, 204];

const readAll = (pieces: readonly Buffer[]) => {
  const seen: number[] = [];
  const reader = new ResponseReader((status) => seen.push(status));
  for (const piece of pieces) reader.push(piece);
  return { seen, isBetween: reader.close() };
};

test('each answer is seen once, whatever its length is told by', () => {
  expect(readAll([Buffer.from(answers.join(''))])).toEqual({ seen: statuses, isBetween: true });
});

test('it does not matter where the bytes are cut', () => {
  const bytes = Buffer.from(answers.join(''));
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      expect(readAll(pieces)).toEqual({ seen: statuses, isBetween: true });
    }),
  );
});

test('a body without a length ends with the connection', () => {
  expect(readAll([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall of'), Buffer.from(' it')])).toEqual({
    seen: [200],
    isBetween: true,
  });
});

test('an answer that breaks off is none', () => {
  expect(readAll([Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel')])).toEqual({
    seen: [],
    isBetween: false,
  });
});

test('what is no HTTP is refused', () => {
  expect(() => readAll([Buffer.from('220 mail.example ESMTP\r\n\r\n')])).toThrow('HTTP/1.1');
});

test('a request names its host once, the given one before the address’s', () => {
  const request = { path: '/a?b', headers: { Host: 'b.example', 'accept-encoding': 'br' } };
  expect(requestBytes(request, 'a.example:1').toString()).toBe(
    'GET /a?b HTTP/1.1\r\nhost: b.example\r\naccept-encoding: br\r\n\r\n',
  );
});

test('the length of a body is counted in bytes', () => {
  const request = { path: '/', method: 'PUT' as const, headers: {}, body: 'é' };
  expect(requestBytes(request, 'a').toString()).toBe('PUT / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\né');
});
