import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { FindMissingMxAndSpfRecords } from '#server/api/site/find-missing-mx-and-spf-records.ts';
import { goLiveTasksContract } from '#shared/admin/go-live-tasks-contract.ts';
import { listGoLiveTasksWithState } from '#shared/site/go-live.ts';
import { readGoLiveCheckInput, readSalesState } from './go-live.ts';

interface GoLiveDependencies extends ContractRouteDependencies {
  checkMailDomain: FindMissingMxAndSpfRecords;
}

export function goLiveTasksRoute(app: FastifyInstance, { checkMailDomain, ...dependencies }: GoLiveDependencies): void {
  const route = createContractRouter(app, 'admin', goLiveTasksContract, dependencies);
  route('GET /admin/go-live', async ({ site, withSiteTransaction }) => {
    const { state, isSelling } = await withSiteTransaction(async (tx) => ({
      state: await readGoLiveCheckInput(tx),
      isSelling: (await readSalesState(tx)).isSelling,
    }));
    // The DNS look-up runs after the transaction, so that a slow name server does not occupy a database connection.
    const mailDomain = await checkMailDomain(site.id, state.texts.COMPANY_EMAIL ?? '');
    return { tasks: listGoLiveTasksWithState({ ...state, mailDomain }), isSelling };
  });
}
