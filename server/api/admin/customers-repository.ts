import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  inListSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import { foldedTextSql } from '#server/api/database/localized-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';

const columns = {
  email: users.email,
  lastname: users.lastname,
  role: users.role,
  registeredAt: users.createdAt,
  lastActiveAt: users.lastActiveAt,
};

/**
 * Reads one page of the activated accounts of customers and staff with their numbers of orders, and the total number.
 */
export async function readActivatedAccountsOfAllRoles(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
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
