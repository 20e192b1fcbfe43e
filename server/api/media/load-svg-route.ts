import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import type { FetchPublicUrl, PublicUrlFetchLimits } from '#server/http/fetch-public-url.ts';
import { svgFromUrlContract } from '#shared/media/upload-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { inspectMedia, tooExpensiveReason } from './inspect-media.ts';

const svgRequest: PublicUrlFetchLimits = { types: ['image/svg+xml'], maxBytes: 512 * 1024, timeoutMs: 5_000 };

/**
 * Loading and checking an SVG can take seconds, so few are processed at a time, and no site or network can fill the
 * queue alone.
 */
const queueLimits = {
  concurrency: 2,
  maxRunningPerSite: 1,
  maxQueue: 40,
  maxQueuePerSite: 10,
  maxQueuePerNetwork: 5,
  maxWaitMs: 10_000,
};

interface RemoteSvgDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
  fetchPublicUrl: FetchPublicUrl;
}

/**
 * Registers `POST /image/load-svg`. Only staff may call it, because the server fetches a URL of the caller's choice:
 * open to visitors, it would be an open proxy.
 */
export function registerRemoteSvgRoute(app: FastifyInstance, dependencies: RemoteSvgDependencies): void {
  const route = createContractRouter(app, 'media', svgFromUrlContract, dependencies);
  const { limits, fetchPublicUrl } = dependencies;
  const queue = createFairQueue(queueLimits);

  route('POST /image/load-svg', async ({ body, site, request }) => {
    const { ipAddress } = getCaller(request);
    const counted: readonly [RateLimitName, string][] = [
      ['svg-client', ipAddress],
      ['svg-network', ipAddress],
      ['svg-site', 'site'],
    ];
    for (const [limit, subject] of counted)
      if (!(await limits.consume(site.id, limit, subject)))
        return refuse('too_many', {
          values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, subject) },
        });
    return queue.run({ siteId: site.id, network: toClientNetwork(ipAddress) }, async () => {
      const fetched = await fetchPublicUrl(body.url, svgRequest);
      if (!fetched.ok) return { ...fetched, values: { field: 'url' } };
      const media = await inspectMedia('loaded.svg', fetched.value, site.id);
      if (typeof media !== 'string' && media.kind === 'image')
        return ok({ svg: Buffer.from(media.bytes).toString('utf8'), losses: media.losses });
      request.log.info({ code: 'loaded_svg_rejected', site: site.id, reason: media }, 'loaded SVG rejected');
      return refuse(media === tooExpensiveReason ? 'expensive_svg' : 'unreadable_svg', { values: { field: 'url' } });
    });
  });
}
