import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unmapIPv4 } from './client-network.ts';
import type { DrainState } from './drain-connections.ts';

/** Returns the reason for which the process cannot serve requests; empty if it can. */
export type FindUnreadyReason = () => Promise<string>;

/**
 * Registers `/healthz`, which responds while the process runs, and `/readyz`, which responds with 200 if the process
 * can serve requests and otherwise with 503. Call this before other hooks are registered: health checks have no host of
 * a site, and later hooks require one.
 */
export function serveHealthChecks(app: FastifyInstance, drain: DrainState, findReason: FindUnreadyReason): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.raw;
    if (!isHealthCheckUrl(url)) return;
    const reason = url === '/healthz' ? '' : await findUnreadyReason(drain, findReason);
    reply
      .code(reason === '' ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8');
    return reply.send(reason === '' ? 'ok\n' : describeUnready(reason, isSentByOperator(request)));
  });
}

/** Returns why `/readyz` is 503; empty if it is 200. */
export const findUnreadyReason = async (drain: DrainState, findReason: FindUnreadyReason): Promise<string> =>
  drain.isDraining ? 'shutting down' : findReason();

export const describeUnready = (reason: string, isNamed: boolean): string =>
  isNamed ? `${unreadyPrefix}${reason}\n` : 'not ready\n';

const unreadyPrefix = 'not ready: ';

/** Returns the reason in the body of `/readyz`; empty if it names none. */
export const parseUnreadyReason = (body: string): string =>
  body.startsWith(unreadyPrefix) ? body.slice(unreadyPrefix.length).trim() : '';

/** The reason names folders and the state of the database, so only a peer on the machine itself may read it. */
const isSentByOperator = ({ raw: { socket, headers } }: FastifyRequest): boolean =>
  /^(127\.|::1$)/.test(unmapIPv4(socket.remoteAddress ?? '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers.via === undefined;

export const isHealthCheckUrl = (url: string | undefined): boolean => url === '/healthz' || url === '/readyz';
