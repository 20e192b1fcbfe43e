import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { reviewsContract } from '#shared/reviews/reviews-contract.ts';
import type { ReviewProviders } from './review-providers.ts';

export interface ReviewsDependencies extends ContractRouteDependencies {
  reviews: ReviewProviders;
}

export function reviewsRoutes(app: FastifyInstance, dependencies: ReviewsDependencies): void {
  const route = createContractRouter(app, 'content', reviewsContract, dependencies);
  const { reviews } = dependencies;

  route('GET /reviews', async ({ site, request, withSiteTransaction }) => {
    // The transaction ends before the review service is called, because the call may take seconds.
    const source = await withSiteTransaction((tx) => reviews.findSource(tx));
    return { reviews: source ? await reviews.read(site.id, source, request.log) : [] };
  });
}
