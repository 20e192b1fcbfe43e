import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { clientNetwork } from '#server/http/client-network.ts';
import type { IsTrusted } from '#server/http/trusted-proxies.ts';
import { createClientShares } from '../client-shares.ts';
import { isContractPath, isPasswordHashCall, matchContractRoute } from '../contract-paths.ts';
import { getSiteHost, hostHeader } from '../sites/match-hosts.ts';
import { copyResponseHead, type ForwardDependencies, forwardToApi, siteOrigin } from './forward-to-api.ts';
import { ClientDisconnectedError, PayloadTooLargeError, readRequestBody } from './request-body.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendFailureEnvelope } from './send-failure-envelope.ts';
import { cookiesToExpire, extractToken, type LoginResult } from './session-responses.ts';
import { readToken, type SentToken } from './token-cookie.ts';
import { webhookGateway } from './webhook-gateway.ts';
import { isReadMethod, writeRefusalStatus } from './write-check.ts';

export interface ApiGatewayOptions extends ForwardDependencies {
  isTrusted: IsTrusted | null;
  /** Whether `/api/openapi.json` and `/api/docs` are passed on. */
  apiDocs: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The called route in the contract's own writing, for logs and figures. */
    contractRoute: string | null;
  }
}

/**
 * Calls that hash a password and are in progress: in total as many as the API client has connections and places in its
 * queue for them. A network's share is small, so that guesses from one network never delay the log-ins of others.
 */
export const maxPasswordCalls = { total: 80, perSite: 48, perNetwork: 16 };

const faultTexts = { 403: 'not_allowed', 413: 'too_large', 415: 'wrong_type' } as const;

const descriptionPaths = /^\/(openapi\.json|docs(\/(json|yaml|static\/(theme\/)?[\w.-]+)?)?)$/;

/** `/api/*`: the calls of the contract and payment webhooks, and nothing else, on each site's own origin. */
export async function apiGateway(app: FastifyInstance, parts: ApiGatewayOptions): Promise<void> {
  app.decorateRequest('contractRoute', null);
  await app.register(cookiePlugin);
  // Bodies are passed on as they come.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  webhookGateway(app, parts);
  const acquirePasswordCall = passwordCallShares(parts);
  app.all('/api/*', async (request, reply) => {
    const url = (request.raw.url ?? '').slice('/api'.length);
    const path = url.split('?', 1)[0] ?? '';
    request.contractRoute = matchContractRoute(request.method, path);
    if (!request.contractRoute && !isDescription(request, path, parts))
      return isContractPath(path)
        ? sendFailureEnvelope(request, reply, 405, 'not_allowed')
        : sendFailureEnvelope(request, reply, 404, 'not_found');
    const host = hostHeader(request.raw, parts.isTrusted) ?? '';
    const fault = writeRefusalStatus(request, host, siteOrigin(getSiteHost(request)));
    if (fault) return sendFailureEnvelope(request, reply, fault, faultTexts[fault]);
    const passed = await callApi(parts, request, url, acquirePasswordCall).catch((error: unknown) => {
      if (
        error instanceof PayloadTooLargeError ||
        error instanceof ClientDisconnectedError ||
        error instanceof TooManyCallsError
      )
        return error;
      request.log.warn({ err: error, route: request.contractRoute }, 'the API did not answer');
      return null;
    });
    // Whoever has left hears nothing of it.
    if (passed instanceof PayloadTooLargeError || passed instanceof ClientDisconnectedError)
      return sendFailureEnvelope(request, reply.header('connection', 'close'), 413, 'too_large');
    if (passed instanceof TooManyCallsError)
      return sendFailureEnvelope(request, reply.header('retry-after', '2'), 429, 'too_many');
    if (!passed) return sendFailureEnvelope(request, reply.header('retry-after', '5'), 503, 'not_ready');
    return sendBack(passed, request, reply);
  });
}

class TooManyCallsError extends Error {}

/** @returns A function that takes a slot for a call that hashes a password, and throws if there is none left. */
function passwordCallShares({ clientAddress }: ForwardDependencies) {
  const shares = createClientShares(maxPasswordCalls);
  return (request: FastifyRequest): (() => void) => {
    const path = (request.raw.url ?? '').slice('/api'.length);
    if (!isPasswordHashCall(request.method, path)) return () => {};
    const release = shares.tryAcquire(getSiteHost(request).id, clientNetwork(clientAddress(request.raw)));
    if (!release) throw new TooManyCallsError('too many log-ins in progress');
    return release;
  };
}

interface PassedCall {
  sent: SentToken;
  answer: Dispatcher.ResponseData;
  /** The answer's, whole: a visitor who reads it slowly keeps no connection to the API. Empty after a log-in. */
  body: Buffer;
  /** What is left of the answer to a log-in that succeeded. */
  loggedIn: LoginResult | null;
}

const nameOf = ({ method, contractRoute }: FastifyRequest): string => `${method} ${contractRoute}`;

/** Passes a call on; the token of its cookie becomes a header, and that of a log-in's answer a cookie. */
async function callApi(
  parts: ApiGatewayOptions,
  request: FastifyRequest,
  url: string,
  acquire: (request: FastifyRequest) => () => void,
): Promise<PassedCall> {
  const sent = readToken(request);
  const body = isReadMethod(request.method) ? null : await readRequestBody(request.raw);
  // Only now, because a client may take long to send its body.
  const release = acquire(request);
  try {
    const answer = await forwardToApi(parts, request, url, { token: sent.token, body });
    const isLogIn = nameOf(request) === 'POST /login' && answer.statusCode < 300;
    const loggedIn = isLogIn ? await extractToken(answer.body, getSiteHost(request)) : null;
    const received = loggedIn ? Buffer.alloc(0) : Buffer.from(await answer.body.arrayBuffer());
    return { sent, answer, body: received, loggedIn };
  } finally {
    release();
  }
}

function sendBack({ sent, answer, body, loggedIn }: PassedCall, request: FastifyRequest, reply: FastifyReply) {
  copyResponseHead(reply, answer);
  const expired = cookiesToExpire(nameOf(request), answer.statusCode, sent, getSiteHost(request));
  const cookies = [...expired, ...(loggedIn?.cookies ?? [])];
  for (const { name, value, options } of cookies) reply.setCookie(name, value, options);
  // Whatever was said to one customer is for nobody else, also where the API forgot to say so.
  if (cookies.length > 0 || sent.token !== undefined) reply.header('cache-control', 'no-store').removeHeader('etag');
  if (loggedIn) return reply.removeHeader('content-length').send(JSON.stringify(loggedIn.body));
  return sendCompressed(request, reply, body);
}

const isDescription = (request: FastifyRequest, path: string, { apiDocs }: ApiGatewayOptions): boolean =>
  apiDocs && request.method === 'GET' && descriptionPaths.test(path);
