import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RedeemHandoverResult } from '#shared/accounts/handover/handover-contract.ts';
import {
  formatHandoverCookieValue,
  handoverCookieName,
  handoverTtlSeconds,
} from '#shared/accounts/handover/handover-cookie.ts';
import { sessionHandoverPath } from '#shared/accounts/handover/handover-path.ts';
import { parseJsonOrUndefined } from '../api/parse-json-or-undefined.ts';
import type { HostIndex } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { type ForwardToApiDependencies, forwardToApi, getVisitorOrigin } from './forward-to-api.ts';
import { bufferRequestBody, ClientDisconnectedError, PayloadTooLargeError } from './request-body.ts';
import { createLoginCookies } from './token-cookie.ts';

interface HandoverDependencies extends ForwardToApiDependencies {
  hosts: () => HostIndex;
}

const maxFormBytes = 4_096;

const Response = z.object({ success: z.literal(true), data: RedeemHandoverResult });

/**
 * Receives cart and session from another host of the same site, as a form with a one-time token
 * (docs/decisions/0011-handover-between-hosts.md). Only the site's own origins may submit the form. If the token is not
 * accepted, the visitor is redirected to the page without cart and session.
 */
export async function handoverGateway(app: FastifyInstance, dependencies: HandoverDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
  app.post(sessionHandoverPath, async (request, reply) => {
    const form = await readForm(request);
    if (form && isFromSameSite(request, dependencies.hosts())) await redeem(dependencies, request, reply, form);
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(localPath(form?.get('path') ?? '/'), 303);
  });
}

async function readForm({ raw }: FastifyRequest): Promise<URLSearchParams | null> {
  try {
    return new URLSearchParams((await bufferRequestBody(raw, maxFormBytes)).toString());
  } catch (error) {
    if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError) return null;
    throw error;
  }
}

/** Checks whether a page on a host of the same site submitted the form. */
function isFromSameSite(request: FastifyRequest, hosts: HostIndex): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const site = getSiteHost(request);
  const sent = new URL(origin);
  const sender = hosts.find(sent.host);
  if (sender?.folder !== site.folder || sender.id !== site.id) return false;
  // Another program can listen at another port of the same host, so scheme and port have to match as well.
  const own = new URL(getVisitorOrigin(sender));
  return sent.protocol === own.protocol && sent.port === own.port;
}

async function redeem(
  dependencies: HandoverDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<void> {
  const site = getSiteHost(request);
  const redeemed = await redeemToken(dependencies, request, form.get('token') ?? '');
  if (!redeemed) return;
  const cart = formatHandoverCookieValue(redeemed.cart);
  const options = { maxAge: handoverTtlSeconds, path: '/', sameSite: 'lax', secure: site.isSecure } as const;
  if (cart !== null) reply.setCookie(handoverCookieName, cart, { ...options, encode: String });
  if (redeemed.token === null) return;
  for (const cookie of createLoginCookies(site, redeemed.token))
    reply.setCookie(cookie.name, cookie.value, cookie.options);
}

/** Redeems the handover token at the API. @returns Null if the API does not accept it or cannot be reached. */
async function redeemToken(
  dependencies: HandoverDependencies,
  request: FastifyRequest,
  token: string,
): Promise<RedeemHandoverResult | null> {
  const body = Buffer.from(JSON.stringify({ token }));
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  try {
    const response = await forwardToApi(dependencies, request, '/internal/handover', { body, headers });
    const text = await response.body.text();
    if (response.statusCode !== 200) return null;
    const parsed = Response.safeParse(parseJsonOrUndefined(text));
    if (!parsed.success) throw new Error("The API's response to a handover violates the contract.");
    return parsed.data.data;
  } catch (err) {
    request.log.warn({ code: 'handover_failed', err }, 'handover failed');
    return null;
  }
}

/**
 * Returns the path to which the visitor is redirected, or `/` for anything that a browser could read as another host.
 */
const localPath = (path: string): string => (/^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/');
