import { and, asc, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { comparisonSql, inListSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';

export async function readAuditEntries(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
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

export async function deleteAuditEntriesBefore(tx: SiteTx, before: Date): Promise<void> {
  await tx.delete(auditEntries).where(lt(auditEntries.occurredAt, before));
}
