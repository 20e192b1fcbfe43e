import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { goLiveContract } from '#shared/admin/go-live-contract.ts';
import { readGoLiveTasks, readSalesState } from './go-live.ts';

export function goLiveRoute(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', goLiveContract, dependencies);
  route('GET /admin/go-live', ({ withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { isSelling } = await readSalesState(tx);
      return { tasks: await readGoLiveTasks(tx), isSelling };
    }),
  );
}
