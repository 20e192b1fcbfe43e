import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { toClientNetwork } from '#server/http/client-network.ts';
import { isDiskFull, logDiskFull } from '#server/http/disk-space.ts';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { setRefusalCause } from '#server/http/refusals.ts';
import { calculateResponseSizeCost } from '#server/http/request-costs.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import { apiBasePath } from '#shared/api-path.ts';
import type { ReadEndpointName } from '#shared/rendering.ts';
import type { SuccessEnvelope } from '#shared/response-envelope.ts';
import {
  findContractRoutePattern,
  isApiContractPath,
  isFileDownloadCall,
  isFormRoute,
  isUploadRoute,
} from '../api/contract-paths.ts';
import { logUnavailableApi } from '../api/log-unavailable-api.ts';
import { parseJsonOrUndefined } from '../api/parse-json-or-undefined.ts';
import { parseAcceptEncoding } from '../cache/accept-encoding.ts';
import { getSiteHost, readRequestHost } from '../sites/match-hosts.ts';
import { createApiCallQueue, TooManyPasswordCallsError } from './call-queue.ts';
import type { FileStreamer } from './create-file-streamer.ts';
import type { BufferedFormForwarder } from './form-body.ts';
import {
  copyHead,
  type ForwardedBody,
  type ForwardToApiDependencies,
  forwardToApi,
  getVisitorOrigin,
} from './forward-to-api.ts';
import { bufferBodyUnlessMultipart, ClientDisconnectedError, PayloadTooLargeError } from './request-body.ts';
import { sendGatewayFailure } from './send-gateway-failure.ts';
import { createUploadSpool } from './spool-upload.ts';
import { isStaffRole, type ReadRequestRole } from './staff-session.ts';
import {
  createLoginCookies,
  createLogoutCookies,
  expireConflictingTokens,
  type RequestSessionToken,
  readSessionToken,
  type SetCookieArguments,
  type SiteForCookies,
  sessionTokenPattern,
} from './token-cookie.ts';
import { webhookGateway } from './webhook-gateway.ts';
import { findWriteRefusalStatus, isReadMethod } from './write-check.ts';

interface ApiGatewayOptions extends ForwardToApiDependencies {
  isTrusted: IsFromTrustedProxy | null;
  /** True if `/api/openapi.json` and `/api/docs` are forwarded as well. */
  hasApiDocs: boolean;
  bufferForm: BufferedFormForwarder;
  readRole: ReadRequestRole;
  streams: FileStreamer;
  /** Folder of the temporary files of uploads. */
  spoolFolder: string;
  /** Number of storefronts that share API and spool folder. */
  processes?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The contract's route pattern of the call, such as `/news/{id}`; null for requests that are no such call. */
    contractRoute: string | null;
  }
}

const refusalKinds = { 403: 'not_allowed', 413: 'too_large', 415: 'wrong_type' } as const;

const apiDocsPaths = /^\/(openapi\.json|docs(\/(json|yaml|static\/(theme\/)?[\w.-]+)?)?)$/;

/** Registers `/api/*` on the origin of each site: the calls of the contract and payment webhooks. */
export async function apiGateway(app: FastifyInstance, options: ApiGatewayOptions): Promise<void> {
  app.decorateRequest('contractRoute', null);
  // Fastify's body parsers are removed, because the gateway forwards bodies unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  webhookGateway(app, options);
  const resources: CallResources = {
    runQueued: createApiCallQueue(options, options.processes),
    bufferForm: options.bufferForm,
    spoolUpload: await createUploadSpool(options.spoolFolder, options.processes),
    fetchOnce: createSingleFlight(),
  };
  app.all(`${apiBasePath}/*`, async (request, reply) => {
    const url = (request.raw.url ?? '').slice(apiBasePath.length);
    const path = url.split('?', 1)[0] ?? '';
    request.contractRoute = findContractRoutePattern(request.method, path);
    if (!request.contractRoute && !isApiDocsCall(request, path, options))
      return isApiContractPath(path)
        ? sendGatewayFailure(request, reply, 405, 'not_allowed')
        : sendGatewayFailure(request, reply, 404, 'not_found');
    const host = readRequestHost(request.raw, options.isTrusted) ?? '';
    const refusal = findWriteRefusalStatus(request, host, getVisitorOrigin(getSiteHost(request)));
    if (refusal) return sendGatewayFailure(request, reply, refusal, refusalKinds[refusal]);
    let result: CallResult;
    try {
      result = await callApi(options, request, url, resources);
    } catch (error) {
      return sendCallFailure(error, request, reply, options.spoolFolder);
    }
    return sendResult(result, options.streams, request, reply);
  });
}

function sendCallFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  spoolFolder: string,
): FastifyReply {
  setRefusalCause(request, error);
  // The status for a client that has disconnected does not matter, because it gets no response.
  if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError)
    return sendGatewayFailure(request, reply.header('connection', 'close'), 413, 'too_large');
  if (error instanceof TooManyPasswordCallsError)
    return sendGatewayFailure(request, reply.header('retry-after', '2'), 429, 'too_many');
  if (error instanceof QueueFullError) {
    // The rest of a form that is refused while it arrives would block the next request on the connection.
    if (!request.raw.complete) reply.header('connection', 'close');
    const kind = error.statusCode === 429 ? 'too_many' : 'not_ready';
    return sendGatewayFailure(request, reply.header('retry-after', String(error.retryAfter)), error.statusCode, kind);
  }
  if (isDiskFull(error)) {
    logDiskFull(request.log, `uploads ${spoolFolder}`);
    request.refusalCause = 'disk';
    return sendGatewayFailure(request, reply.header('retry-after', '60'), 503, 'disk_full');
  }
  logUnavailableApi(request.log, error, request.contractRoute);
  return sendGatewayFailure(request, reply.header('retry-after', '5'), 503, 'not_ready');
}

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
interface LoginResponseForBrowser {
  body: SuccessEnvelope<{ idSite: number; codeToken?: string }>;
  cookies: SetCookieArguments[];
}

/**
 * Moves the session token from the API's response to a log-in into cookies.
 * @throws Error if the response violates the contract. The error contains nothing of the response.
 */
async function moveLoginTokenToCookies(
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
function getCookiesToExpire(
  call: string,
  status: number,
  sentToken: RequestSessionToken,
  site: SiteForCookies,
): SetCookieArguments[] {
  if (sentToken.isContested) return expireConflictingTokens(site);
  const isSessionEnded = status < 300 && sessionEndingCalls.has(call);
  const isTokenInvalid = status === 401 && sentToken.token !== undefined && call !== 'POST /login';
  return isSessionEnded || isTokenInvalid ? createLogoutCookies(site) : [];
}

interface CallResult {
  sentToken: RequestSessionToken;
  response: Dispatcher.ResponseData;
  /**
   * Body of the API's response. It is buffered, so that a slow visitor does not occupy a connection to the API. It is
   * empty for a log-in, whose response contains the session token, and for a file download, which is streamed.
   */
  body: Buffer;
  /** The body and the session cookies to send instead; null unless the call was a successful log-in. */
  login: LoginResponseForBrowser | null;
  /** Releases the slot of a file download, whose body is streamed instead of buffered; null for other calls. */
  releaseStream: (() => void) | null;
}

interface CallResources {
  runQueued: ReturnType<typeof createApiCallQueue>;
  bufferForm: BufferedFormForwarder;
  spoolUpload: Awaited<ReturnType<typeof createUploadSpool>>;
  /** Shares one call among all visitors who send the same common read at the same time. */
  fetchOnce: ReturnType<typeof createSingleFlight<CallResult>>;
}

/**
 * The reads of settings and short lists whose answer is the same for every visitor. Concurrent ones share a call, so
 * they need no place in the queue.
 */
const commonReads: ReadonlySet<string> = new Set<ReadEndpointName>([
  'GET /parameter',
  'GET /site/info',
  'GET /theme',
  'GET /logo',
  'GET /language',
  'GET /page/tree',
  'GET /award',
  'GET /variation',
  'GET /parameter/product/meal-icon',
  'GET /countries',
  'GET /company/address',
  'GET /shipping/countries',
]);

/** The calls whose response can contain a session token. */
const logInCalls: ReadonlySet<string> = new Set(['POST /login', 'POST /login/code']);

const endpointName = ({ method, contractRoute }: FastifyRequest): string => `${method} ${contractRoute}`;

/**
 * Forwards a call to the API. The session token in the visitor's cookie is sent as a header, and the token in a
 * log-in's response becomes a cookie.
 */
async function callApi(
  options: ApiGatewayOptions,
  request: FastifyRequest,
  url: string,
  { runQueued, bufferForm, spoolUpload, fetchOnce }: CallResources,
): Promise<CallResult> {
  const sentToken = readSessionToken(request);
  // Only the path itself is shared, because a query could make any number of different calls out of one.
  if (sentToken.token === undefined && commonReads.has(`${request.method} ${url}`)) {
    const call = async () => {
      const response = await forwardToApi(options, request, url, { isShared: true });
      const body = Buffer.from(await response.body.arrayBuffer());
      return { sentToken, response, body, login: null, releaseStream: null };
    };
    const result = await fetchOnce(`${getSiteHost(request).key} ${url}`, call);
    request.chargeNetwork(calculateResponseSizeCost(result.body.length));
    return { ...result, sentToken };
  }
  const forward = async (body: ForwardedBody): Promise<CallResult> => {
    const response = await forwardToApi(options, request, url, { token: sentToken.token, body });
    const isLogIn = logInCalls.has(endpointName(request)) && response.statusCode < 300;
    const login = isLogIn ? await moveLoginTokenToCookies(response.body, getSiteHost(request)) : null;
    const received = login ? Buffer.alloc(0) : Buffer.from(await response.body.arrayBuffer());
    request.chargeNetwork(calculateResponseSizeCost(received.length));
    return { sentToken, response, body: received, login, releaseStream: null };
  };
  // The call of a form is queued only after its body has arrived, because a client may need long to send the body.
  if (isFormRoute(request.method, request.contractRoute ?? '')) {
    const network = toClientNetwork(options.clientAddress(request.raw));
    return bufferForm(request.raw, network, (body) => runQueued(request, () => forward(body)));
  }
  if (isUploadRoute(request.method, request.contractRoute ?? '')) {
    // The file of a caller that is not staff is not received, because the API refuses the call.
    if (!(await isSentByStaff(options, request, runQueued))) return runQueued(request, () => forward(null));
    const owner = { siteId: getSiteHost(request).id, network: toClientNetwork(options.clientAddress(request.raw)) };
    return spoolUpload(request.raw, owner, (body) => runQueued(request, () => forward(body)));
  }
  if (isFileDownloadCall(request.method, url)) {
    const download = await startDownload(options, request, url, runQueued);
    return { sentToken, ...download, login: null };
  }
  const body = isReadMethod(request.method) ? null : await bufferBodyUnlessMultipart(request.raw);
  return runQueued(request, () => forward(body));
}

/**
 * Starts the download of a file from the API. The file is streamed, because exports grow with the data of a site; an
 * error response is buffered.
 * @throws QueueFullError if too many files are being streamed, or if too many calls wait.
 */
async function startDownload(
  options: ApiGatewayOptions,
  request: FastifyRequest,
  url: string,
  runQueued: CallResources['runQueued'],
): Promise<Pick<CallResult, 'response' | 'body' | 'releaseStream'>> {
  const release = options.streams.acquire(request);
  let isStreamed = false;
  try {
    const { token } = readSessionToken(request);
    const response = await runQueued(request, () => forwardToApi(options, request, url, { token }));
    isStreamed = response.statusCode === 200;
    const body = isStreamed ? Buffer.alloc(0) : Buffer.from(await response.body.arrayBuffer());
    return { response, body, releaseStream: isStreamed ? release : null };
  } finally {
    if (!isStreamed) release();
  }
}

/** @throws Error if the role of the session could not be read from the API. */
async function isSentByStaff(
  { readRole }: ApiGatewayOptions,
  request: FastifyRequest,
  runQueued: CallResources['runQueued'],
): Promise<boolean> {
  const role = await runQueued(request, () => readRole(request, getSiteHost(request)));
  if (role === 'unknown') throw new Error('the role of the session could not be read');
  return isStaffRole(role);
}

/** Minimum size in bytes of a response that is compressed. A smaller response fits into one packet anyway. */
const minCompressedBytes = 1_400;
/** Fast compression level, because every response is compressed anew and speed matters more than size. */
const brotliQuality = 4;
const gzipLevel = 5;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Sends a response of the API. JSON above a minimum size is compressed, off the event loop. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  const [best] = parseAcceptEncoding(request.headers['accept-encoding'] as string | undefined);
  if (!best || best === 'identity' || body.length < minCompressedBytes || !isJson(reply)) return reply.send(body);
  const compressed =
    best === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await compressGzip(body, { level: gzipLevel });
  return reply.removeHeader('content-length').header('content-encoding', best).send(compressed);
}

const isJson = (reply: FastifyReply): boolean =>
  /^application\/json\b/.test(String(reply.getHeader('content-type') ?? ''));

function sendResult(
  { sentToken, response, body, login, releaseStream }: CallResult,
  streams: FileStreamer,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  copyHead(reply, response);
  // The rest of a body that was not read would block the next request on the connection.
  if (!request.raw.complete) reply.header('connection', 'close');
  const expired = getCookiesToExpire(endpointName(request), response.statusCode, sentToken, getSiteHost(request));
  const cookies = [...expired, ...(login?.cookies ?? [])];
  for (const { name, value, options } of cookies) reply.setCookie(name, value, options);
  // Responses to authenticated calls and responses that set cookies get `no-store`, even if the API does not set it.
  if (cookies.length > 0 || sentToken.token !== undefined)
    reply.header('cache-control', 'no-store').removeHeader('etag');
  if (login) return reply.removeHeader('content-length').send(JSON.stringify(login.body));
  return releaseStream ? streams.send(response, releaseStream, reply) : sendCompressed(request, reply, body);
}

const isApiDocsCall = (request: FastifyRequest, path: string, { hasApiDocs }: ApiGatewayOptions): boolean =>
  hasApiDocs && request.method === 'GET' && apiDocsPaths.test(path);
