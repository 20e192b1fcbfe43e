import type { FastifyInstance } from 'fastify';
import type { PersonalDataAccess } from '#server/api/accounts/accounts.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import type { FindMissingMailRecords } from '#server/api/site/find-missing-mail-records.ts';
import { auditContract } from '#shared/admin/admin-contract.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { readAuditEntries } from './audit-repository.ts';
import { customerRoutes } from './customer-routes.ts';
import { priceListRoute } from './price-list.ts';
import { pricePlanRoute } from './price-plan.ts';
import { productOverviewRoute } from './product-overview-route.ts';
import { registerRevertToImportRoute } from './register-revert-to-import-route.ts';
import { resourceRoutes } from './resource-routes.ts';
import { sellingRoutes } from './selling-overview.ts';
import { staffRoutes } from './staff-routes.ts';
import { stockRoutes } from './stock-routes.ts';
import { goLiveTasksRoute } from './today.ts';

interface AdminDependencies extends ContractRouteDependencies {
  records: PersonalDataAccess;
  limits: RateLimiter;
  checkMailDomain: FindMissingMailRecords;
  resources: readonly Resource[];
  productResource: Resource<ProductInput>;
}

export function adminRoutes(
  app: FastifyInstance,
  { resources, productResource, records, limits, checkMailDomain, ...dependencies }: AdminDependencies,
): void {
  for (const resource of resources) resourceRoutes(app, resource, dependencies);

  registerRevertToImportRoute(app, resources, dependencies);
  customerRoutes(app, { ...dependencies, records });
  goLiveTasksRoute(app, { ...dependencies, checkMailDomain });
  staffRoutes(app, { ...dependencies, limits });
  stockRoutes(app, dependencies);
  priceListRoute(app, productResource, dependencies);
  pricePlanRoute(app, productResource, dependencies);
  productOverviewRoute(app, productResource, dependencies);
  sellingRoutes(app, dependencies);

  const route = createContractRouter(app, 'admin', auditContract, dependencies);
  route('GET /admin/audit', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readAuditEntries(tx, query);
      const entries = rows.map(({ entry: { siteId: _, occurredAt, userId: _userId, ...entry }, email }) => ({
        ...entry,
        at: occurredAt.toISOString(),
        email,
      }));
      return { entries, total };
    }),
  );
}
