import cookiePlugin from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSessionToken } from '#server/storefront/gateway/token-cookie.ts';

const parser = Fastify().register(cookiePlugin);
beforeAll(async () => void (await parser.ready()));
afterAll(() => parser.close());

const tokenIn = (cookie: string | undefined) =>
  readSessionToken({ server: parser, headers: cookie === undefined ? {} : { cookie } });
const [token, other] = ['T'.repeat(43), 'o'.repeat(43)];

describe('readSessionToken', () => {
  test.each([
    [`token=${token}`, token],
    [`a=b; token=${token}; c=d`, token],
    [`a=b;token = ${token}`, token],
    [`xtoken=${token}`, undefined],
    ['token=', undefined],
    ['token', undefined],
    ['token=short', undefined],
    [`token=${token} ${token}`, undefined],
    [`token=${token}\r\nb`, undefined],
    [undefined, undefined],
    // Another application under the same domain may set a cookie of the same name, so that a request contains two.
    [`token=eyJhbGciOiJub25lIn0.e30.c2ln; token=${token}`, token],
    [`token=${token}; token=${token}`, token],
  ])('returns for the cookie "%s" the token %s', (cookie, expected) => {
    expect(tokenIn(cookie)).toEqual({ token: expected, isContested: false });
  });

  test('ignores the token if a request contains two different ones', () => {
    expect(tokenIn(`token=${token}; a=b; token=${other}`)).toEqual({ token: undefined, isContested: true });
  });
});
