import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  eraseAccountWithoutNotifying,
  exportPersonalData,
  lockUserRowById,
  type PersonalDataAccess,
  queueAccountDeletedMail,
} from '#server/api/accounts/accounts.ts';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  inListSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import { CustomerDetails, customersContract } from '#shared/admin/customers-contract.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

interface CustomersDependencies extends ContractRouteDependencies {
  records: PersonalDataAccess;
}

const columns = {
  email: users.email,
  lastname: users.lastname,
  role: users.role,
  registeredAt: users.createdAt,
  lastActiveAt: users.lastActiveAt,
};

async function readActivatedAccounts(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const where = and(isNotNull(users.activatedAt), ...filters.map(filterSql));
  const direction = orderBy && !orderBy.isDescending ? asc : desc;
  const rows = await tx
    .select({
      id: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
      phone: users.phone,
      role: users.role,
      createdAt: users.createdAt,
      lastActiveAt: users.lastActiveAt,
      orders: tx.$count(orders, eq(orders.userId, users.id)),
    })
    .from(users)
    .where(where)
    .orderBy(direction(columns[(orderBy?.field ?? 'lastActiveAt') as keyof typeof columns]), direction(users.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: await tx.$count(users, where) };
}

function filterSql({ field, operator, value }: ListFilter): SQL {
  if (field === 'search') return searchSql(String(value));
  const column = columns[field as keyof typeof columns];
  if (field === 'role') return inListSql(sql`${column}`, operator, value as readonly string[]);
  if (value instanceof Date) return comparisonSql(sql`${column}`, operator, value);
  return textFilterSql(sql`${column}`, operator, String(value));
}

/** Matches accounts whose name, email address or telephone number contain every word of the search. */
function searchSql(search: string): SQL {
  const all = sql`concat_ws(' ', ${users.firstname}, ${users.lastname}, ${users.email}, ${users.phone})`;
  return foldedTextContainsWordsSql(foldedTextSql(all), search);
}

export function customerRoutes(app: FastifyInstance, { records, ...dependencies }: CustomersDependencies): void {
  const route = createContractRouter(app, 'admin', customersContract, dependencies);

  route('GET /admin/customer', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readActivatedAccounts(tx, query);
      const customers = rows.map(({ createdAt, lastActiveAt, ...customer }) => ({
        ...customer,
        registeredAt: createdAt.toISOString(),
        lastActiveAt: lastActiveAt.toISOString(),
      }));
      return { customers, total };
    }),
  );
  route('GET /admin/customer/{id}', (call) =>
    call.withSiteTransaction(async (tx) => {
      const data = await exportPersonalData(tx, call, { records }, call.params.id);
      // The schema removes the fields that the screen does not show.
      return data ? ok(CustomerDetails.parse(data)) : refuse('not_found');
    }),
  );
  route('POST /admin/customer/{id}/export', (call) =>
    call.withSiteTransaction(async (tx) => {
      const { params, user } = call;
      const data = await exportPersonalData(tx, call, { records }, params.id);
      if (!data) return refuse('not_found');
      const change = { resource: 'customer', key: params.id, action: 'EXPORT', before: null, after: null } as const;
      await recordStaffChange(tx, { ...change, userId: user.id });
      return ok(data);
    }),
  );
  route('DELETE /admin/customer/{id}', (call) => eraseCustomer(call, records));
}

type ErasureCall = ContractCall<(typeof customersContract)['DELETE /admin/customer/{id}']>;

/** Erases a customer and confirms the erasure by mail. The audit log records the reason and none of the erased data. */
const eraseCustomer = (
  { params, body, site, user, withSiteTransaction }: ErasureCall,
  records: PersonalDataAccess,
): Promise<Outcome<Record<string, never>, 'not_found' | 'is_staff'>> =>
  withSiteTransaction(async (tx) => {
    const customer = await lockUserRowById(tx, params.id);
    // The email address of a pending account is not verified, so orders with that address may be a stranger's.
    if (!customer?.activatedAt) return refuse('not_found');
    if (customer.role !== 'MEMBER') return refuse('is_staff');
    await eraseAccountWithoutNotifying(tx, records, customer);
    const origin = getOriginInLanguage(site, customer.lang);
    const openOrders = await records.linkOpenOrders(tx, customer.id);
    await queueAccountDeletedMail(tx, { site, lang: customer.lang, origin }, customer, openOrders);
    const change = { resource: 'customer', key: params.id, action: 'DELETE', before: null } as const;
    await recordStaffChange(tx, { ...change, userId: user.id, after: { reason: body.reason } });
    return ok({});
  });
