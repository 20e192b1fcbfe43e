import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { labelsContract } from '#shared/labels/labels-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { eLabels } from './labels-tables.ts';

export function eLabelRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'labels', labelsContract, dependencies);

  route('GET /e-label/{id}', async ({ params, withSiteTransaction }) => {
    const [row] = await withSiteTransaction((tx) => tx.select().from(eLabels).where(eq(eLabels.id, params.id)));
    if (!row) return refuse('not_found');
    const { siteId: _siteId, productId: _productId, ...label } = row;
    return ok({ label });
  });
}
