import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { PersonalDataAccess } from '#server/api/accounts/accounts.ts';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { comparisonSql, inListSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import type { FindMissingMailRecords } from '#server/api/site/find-missing-mail-records.ts';
import { auditContract } from '#shared/admin/admin-contract.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { customerRoutes } from './customer-routes.ts';
import { priceListRoute } from './price-list.ts';
import { pricePlanRoute } from './price-plan.ts';
import { productOverviewRoute } from './product-overview-route.ts';
import { registerRevertToImportRoute, resourceRoutes } from './resource-routes.ts';
import { sellingRoutes } from './selling-overview.ts';
import { staffRoutes } from './staff-routes.ts';
import { stockRoutes } from './stock-routes.ts';
import { goLiveTasksRoute } from './today.ts';

async function readAuditEntries(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const where = and(...filters.map(filterSql));
  const direction = orderBy && !orderBy.isDescending ? asc : desc;
  const [counted] = await tx
    .select({ total: count() })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(where);
  const rows = await tx
    .select({ entry: auditEntries, email: users.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(where)
    .orderBy(direction(auditEntries.occurredAt), direction(auditEntries.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: counted?.total ?? 0 };
}

function filterSql({ field, operator, value }: ListFilter): SQL {
  if (field === 'at') return comparisonSql(sql`${auditEntries.occurredAt}`, operator, value as Date);
  if (field === 'action') return inListSql(sql`${auditEntries.action}`, operator, value as readonly string[]);
  if (field === 'email') return textFilterSql(sql`${users.email}`, operator, String(value));
  const column = field === 'resource' ? auditEntries.resource : auditEntries.key;
  return textFilterSql(sql`${column}`, operator, String(value));
}

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
