import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { SuccessEnvelope } from '#shared/envelope.ts';
import { parseJson } from '../parse-json.ts';
import {
  type CookieSite,
  expireContestedCookies,
  loginCookies,
  logoutCookies,
  type RequestToken,
  type SessionCookie,
  tokenPattern,
} from './token-cookie.ts';

/** Maximum bytes of the API's response to a log-in, far above the size of a valid one. */
const maxLoginBytes = 64 * 1024;

const LoginResponse = z.object({
  success: z.literal(true),
  data: z.object({ token: z.string().regex(tokenPattern) }),
  message: z.string(),
});

/** The response to a log-in for the browser, which gets the token only in a cookie. */
export interface LoginResult {
  body: SuccessEnvelope<{ idSite: number }>;
  cookies: SessionCookie[];
}

/**
 * Moves the token of the API's response to a successful log-in into cookies.
 * @throws Error without any content of the response if it violates the contract.
 */
export async function extractLoginToken(body: Dispatcher.ResponseData['body'], site: CookieSite): Promise<LoginResult> {
  const response = LoginResponse.safeParse(parseJson(await readBounded(body)));
  if (!response.success) throw new Error("The API's response to a log-in violates the contract.");
  const { data, message } = response.data;
  return { body: { success: true, data: { idSite: site.id }, message }, cookies: loginCookies(site, data.token) };
}

async function readBounded(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Throwing inside the loop destroys the stream.
    if (bytes > maxLoginBytes) throw new Error(`The API's response to a log-in exceeds ${maxLoginBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const sessionEndingCalls: ReadonlySet<string> = new Set(['POST /logout', 'POST /logout/everywhere', 'DELETE /user']);

/**
 * Returns the cookies that expire with a response of the API: after a log-out, the deletion of an account, or if the token
 * is no longer valid. A failed log-in proves nothing about the token that accompanied it.
 */
export function cookiesToExpire(
  call: string,
  status: number,
  sentToken: RequestToken,
  site: CookieSite,
): SessionCookie[] {
  if (sentToken.isContested) return expireContestedCookies(site);
  const isSessionEnded = status < 300 && sessionEndingCalls.has(call);
  const isTokenInvalid = status === 401 && sentToken.token !== undefined && call !== 'POST /login';
  return isSessionEnded || isTokenInvalid ? logoutCookies(site) : [];
}
