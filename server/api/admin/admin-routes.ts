import type { FastifyInstance } from 'fastify';
import type { PersonalDataAccess } from '#server/api/accounts/accounts.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import type { FindMissingMxAndSpfRecords } from '#server/api/site/find-missing-mx-and-spf-records.ts';
import { auditContract } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import { readAuditEntries } from './audit-repository.ts';
import { customerRoutes } from './customer-routes.ts';
import { pricePlanRoute } from './price-plan-route.ts';
import { productOverviewRoute } from './product-overview-route.ts';
import { registerRevertToImportRoute } from './register-revert-to-import-route.ts';
import { resourceRoutes } from './resource-routes.ts';
import { savePricesAndStockRoute } from './save-prices-and-stock-route.ts';
import { codeUseAndCollectionCalendarRoutes } from './selling-overview-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { stockRoutes } from './stock-routes.ts';
import { goLiveTasksRoute } from './today-routes.ts';

export interface AdminDependencies extends ContractRouteDependencies {
  records: PersonalDataAccess;
  limits: RateLimiter;
  checkMailDomain: FindMissingMxAndSpfRecords;
  /** The kinds of items that staff edit with the calls `/admin/<name>`. */
  resources: readonly Resource[];
}

export function adminRoutes(
  app: FastifyInstance,
  { resources, records, limits, checkMailDomain, ...dependencies }: AdminDependencies,
): void {
  for (const resource of resources) resourceRoutes(app, resource, dependencies);

  registerRevertToImportRoute(app, resources, dependencies);
  customerRoutes(app, { ...dependencies, records });
  goLiveTasksRoute(app, { ...dependencies, checkMailDomain });
  staffRoutes(app, { ...dependencies, limits });
  const productResource = findResource(resources, 'product');
  stockRoutes(app, dependencies);
  savePricesAndStockRoute(app, productResource, dependencies);
  pricePlanRoute(app, productResource, dependencies);
  productOverviewRoute(app, productResource, dependencies);
  codeUseAndCollectionCalendarRoutes(app, dependencies);

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

function findResource(resources: readonly Resource[], name: string): Resource {
  const resource = resources.find((each) => each.name === name);
  if (!resource) throw new Error(`there is no resource ${name}`);
  return resource;
}
