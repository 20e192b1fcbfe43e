import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { SuccessEnvelope } from '#shared/response-envelope.ts';
import { parseJsonOrUndefined } from '../api/parse-json-or-undefined.ts';
import {
  createCookiesToExpireConflictingTokens,
  createLoginCookies,
  createLogoutCookies,
  type RequestSessionToken,
  type SetCookieArguments,
  type SiteForCookies,
  sessionTokenPattern,
} from './token-cookie.ts';

/** Maximum bytes of the API's response to a log-in, far above the size of a valid one. */
const maxLoginBytes = 64 * 1024;

const LoginResponse = z.object({
  success: z.literal(true),
  data: z.union([
    z.object({ token: z.string().regex(sessionTokenPattern) }),
    z.object({ codeToken: z.string(), token: z.undefined().optional() }),
  ]),
  message: z.string(),
});

/**
 * The response to a log-in as the browser gets it. Only its cookies contain the session token. A log-in that needs a
 * one-time code has no session yet.
 */
export interface LoginResponseForBrowser {
  body: SuccessEnvelope<{ idSite: number; codeToken?: string }>;
  cookies: SetCookieArguments[];
}

/**
 * Moves the session token from the API's response to a log-in into cookies.
 * @throws Error if the response violates the contract. The error contains nothing of the response.
 */
export async function moveLoginTokenToCookies(
  body: Dispatcher.ResponseData['body'],
  site: SiteForCookies,
): Promise<LoginResponseForBrowser> {
  const response = LoginResponse.safeParse(parseJsonOrUndefined(await readBounded(body)));
  if (!response.success) throw new Error("The API's response to a log-in violates the contract.");
  const { data, message } = response.data;
  if (data.token === undefined) {
    const { codeToken } = data;
    return { body: { success: true, data: { idSite: site.id, codeToken }, message }, cookies: [] };
  }
  return { body: { success: true, data: { idSite: site.id }, message }, cookies: createLoginCookies(site, data.token) };
}

async function readBounded(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Throwing inside the loop also destroys the stream of the response.
    if (bytes > maxLoginBytes) throw new Error(`The API's response to a log-in exceeds ${maxLoginBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const sessionEndingCalls: ReadonlySet<string> = new Set(['POST /logout', 'POST /logout/everywhere', 'DELETE /user']);

/**
 * Returns the cookies to expire with a response of the API: after a log-out, after the deletion of the account, if the
 * token is no longer valid, or if the request contained conflicting tokens. The status of a failed log-in expires none,
 * because it does not refer to the token that was sent with it.
 */
export function getCookiesToExpire(
  call: string,
  status: number,
  sentToken: RequestSessionToken,
  site: SiteForCookies,
): SetCookieArguments[] {
  if (sentToken.isContested) return createCookiesToExpireConflictingTokens(site);
  const isSessionEnded = status < 300 && sessionEndingCalls.has(call);
  const isTokenInvalid = status === 401 && sentToken.token !== undefined && call !== 'POST /login';
  return isSessionEnded || isTokenInvalid ? createLogoutCookies(site) : [];
}
