import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createConcurrencySlotLimiter } from '#server/http/slot-limiter.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { buildPaymentWebhookPath, maxWebhookBytes, paymentWebhookRoutePath } from '#shared/payments/payment-webhook.ts';
import { logUnavailableApi } from '../api/log-unavailable-api.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { copyHead, type ForwardToApiDependencies, forwardToApi } from './forward-to-api.ts';
import { bufferRequestBody, ClientDisconnectedError, PayloadTooLargeError } from './request-body.ts';
import { sendGatewayFailure } from './send-gateway-failure.ts';

/**
 * Maximum numbers of concurrent payment webhooks. Webhooks share connections with orders, so one client network must
 * not fill the queue. The API limits their rate as well.
 */
export const concurrentWebhookLimits = { total: 48, perSite: 16, perNetwork: 16 };

/**
 * Passes the webhooks of payment providers on to the API, with their raw body. A provider's server sends no cookies and
 * has no origin to check; the API checks the provider's signature instead. Cookies and tokens are never forwarded.
 */
export function webhookGateway(app: FastifyInstance, dependencies: ForwardToApiDependencies): void {
  const shares = createConcurrencySlotLimiter(concurrentWebhookLimits);
  app.post(apiBasePath + paymentWebhookRoutePath, async (request, reply) => {
    request.contractRoute = buildPaymentWebhookPath('{provider}');
    const body = await bufferRequestBody(request.raw, maxWebhookBytes).catch((error: unknown) => {
      if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError) return null;
      throw error;
    });
    if (!body) return sendGatewayFailure(request, reply.header('connection', 'close'), 413, 'too_large');
    const network = toClientNetwork(dependencies.clientAddress(request.raw));
    const { id } = getSiteHost(request);
    const release = shares.tryAcquire(id, network);
    if (!release) {
      request.refusalCause = shares.findRefusal(id, network);
      return sendGatewayFailure(request, reply.header('retry-after', '2'), 429, 'too_many');
    }
    return forward(dependencies, request, reply, body).finally(release);
  });
}

async function forward(
  dependencies: ForwardToApiDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
) {
  const path = (request.raw.url ?? '').slice(apiBasePath.length);
  try {
    const response = await forwardToApi(dependencies, request, path, { body, headers: signatureHeaders(request) });
    copyHead(reply, response);
    return reply.send(Buffer.from(await response.body.arrayBuffer()));
  } catch (err) {
    logUnavailableApi(request.log, err, request.contractRoute);
    return sendGatewayFailure(request, reply.header('retry-after', '5'), 503, 'not_ready');
  }
}

/**
 * Request headers of webhooks that are not forwarded: hop-by-hop headers, credentials, and headers that only the
 * gateway may set.
 */
const withheld =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|host|content-length|accept-encoding|cookie|authorization|forwarded|idsite|userlang|origin|referer|(proxy|sec|x-forwarded)-.*|x-(api-secret|client-address|request-id|site-origin|site-folder|real-ip))$/;

/** Returns all headers except the withheld ones, because every provider uses different signature headers. */
const signatureHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !withheld.test(name) ? [[name, value]] : [],
    ),
  );
