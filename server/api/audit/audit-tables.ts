import { index, integer, text } from 'drizzle-orm/pg-core';
import { generatedId, jsonb, now, siteTable } from '#server/api/database/sites-table.ts';
import type { ItemInput } from '#server/api/resources/resource.ts';
import type { auditActions } from '#shared/admin/admin-contract.ts';

/**
 * The changes that staff have made to items, and their exports of personal data. They are erased after the retention
 * time (docs/rules.md, "Audit log").
 */
export const auditEntries = siteTable(
  'audit_entries',
  ['id'],
  {
    id: generatedId(),
    occurredAt: now(),
    /** The user who made the change. The account may have been deleted since. */
    userId: integer().notNull(),
    /** Name of the kind of item, such as `product` or `staff-invitation`. */
    resource: text().notNull(),
    /** The item's key; empty for a resource of which a site has one item, and for the export of a list. */
    key: text().notNull(),
    action: text().$type<(typeof auditActions)[number]>().notNull(),
    /** The item before the change, without secrets; null for a new item and for an export. */
    before: jsonb().$type<ItemInput>(),
    /** The item after the change, without secrets; null for a deleted item. An export has at most a filter instead. */
    after: jsonb().$type<ItemInput>(),
  },
  (table) => [index().on(table.siteId, table.occurredAt)],
);
