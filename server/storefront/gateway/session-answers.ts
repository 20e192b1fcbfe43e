import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Success } from '#shared/envelope.ts';
import {
  type CookieSite,
  contestedCookies,
  loginCookies,
  logoutCookies,
  type SentToken,
  type SessionCookie,
  tokenPattern,
} from './token-cookie.ts';

/** Far more than an answer to a log-in has, in bytes. */
const mostLoginBytes = 64 * 1024;

const LoginAnswer = z.object({
  success: z.literal(true),
  data: z.object({ token: z.string().regex(tokenPattern) }),
  message: z.string(),
});

/** A log-in as the browser gets it: the token in a cookie, and nowhere else. */
export interface LoggedIn {
  body: Success<{ idSite: number }>;
  cookies: SessionCookie[];
}

/**
 * Takes the token out of the API's answer to a successful log-in.
 * @throws where the answer has none, or is no such answer: then nothing of it may reach the browser, or the log.
 */
export async function takeToken(body: Dispatcher.ResponseData['body'], site: CookieSite): Promise<LoggedIn> {
  const answer = LoginAnswer.safeParse(parsed(await readBounded(body)));
  if (!answer.success) throw new Error('the API answered a log-in against its contract');
  const { data, message } = answer.data;
  return { body: { success: true, data: { idSite: site.id }, message }, cookies: loginCookies(site, data.token) };
}

async function readBounded(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop ends the stream.
    if (bytes > mostLoginBytes) throw new Error('the API answered a log-in at too great a length');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** A parser's complaint would quote what it could not read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The cookies that an answer of the API expires: after a log-out or the deletion of an account, and where the token is
 * no longer valid. A log-in with the wrong password proves nothing about the token that accompanies it.
 */
export function expiredCookies(call: string, status: number, sent: SentToken, site: CookieSite): SessionCookie[] {
  if (sent.isContested) return contestedCookies(site);
  const isOver = status < 300 && (call === 'POST /logout' || call === 'DELETE /user');
  const isDead = status === 401 && sent.token !== undefined && call !== 'POST /login';
  return isOver || isDead ? logoutCookies(site) : [];
}
