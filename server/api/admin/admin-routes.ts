import type { FastifyInstance } from 'fastify';
import type { PersonalRecordsAccess } from '#server/api/accounts/accounts.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { auditContract } from '#shared/admin/admin-contract.ts';
import { readAuditEntries } from './audit-repository.ts';
import { customerRoutes } from './customers.ts';
import { goLiveRoute } from './go-live-route.ts';
import { resourceRoutes } from './resource-routes.ts';

export interface AdminDependencies extends ContractRouteDependencies {
  records: PersonalRecordsAccess;
  /** Every kind of item that staff can edit. */
  resources: readonly Resource[];
}

export function adminRoutes(app: FastifyInstance, { resources, records, ...dependencies }: AdminDependencies): void {
  for (const resource of resources) resourceRoutes(app, resource, dependencies);

  customerRoutes(app, { ...dependencies, records });
  goLiveRoute(app, dependencies);

  const route = createContractRouter(app, 'admin', auditContract, dependencies);
  route('GET /admin/audit', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readAuditEntries(tx, query);
      const entries = rows.map(({ entry: { siteId: _, at, userId: _userId, ...entry }, email }) => ({
        ...entry,
        at: at.toISOString(),
        email,
      }));
      return { entries, total };
    }),
  );
}
