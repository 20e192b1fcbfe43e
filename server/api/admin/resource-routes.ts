import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  registerEndpoint,
} from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { findKeptItemKeys, requestItemRevertToImport } from '#server/api/resources/kept-items.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import {
  createResourceItemRef,
  type ItemKey,
  needsSuperAdmin,
  type Resource,
  readItem,
  requiresSuperAdminToRevert,
  type StoredItem,
} from '#server/api/resources/resource.ts';
import { isHostingResourceName, revertHosting } from '#server/api/site/site-hosting.ts';
import type { Role } from '#shared/accounts/roles.ts';
import {
  type auditActions,
  createResourceEndpoints,
  type EditableItem,
  revertToImportContract,
} from '#shared/admin/admin-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import { type LegalDutyRefusal, runThenCheckLegalDuties } from './go-live.ts';

export function registerRevertToImportRoute(
  app: FastifyInstance,
  resources: readonly Resource[],
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', revertToImportContract, dependencies);
  route('POST /admin/revert-to-import', async ({ body: { resource: name, key: sentKey, revision }, site, user }) => {
    if (isHostingResourceName(name)) {
      if (user.role !== 'SUPER_ADMIN') return refuse('super_admin_needed');
      return withSiteTransactionOrRollback(dependencies.db, site.id, (tx) =>
        revertHosting(tx, { userId: user.id, resource: name, revision }),
      );
    }
    const resource = resources.find((each) => each.name === name);
    // The key must have the format that the resource's calls accept in their path.
    const parsed = resource && createResourceEndpoints(resource).read.params.safeParse({ key: String(sentKey) });
    if (!resource || !parsed?.success) return refuse('not_found');
    const { key } = parsed.data;
    return withSiteTransactionOrRollback(dependencies.db, site.id, async (tx) => {
      await lockSiteForEdit(tx);
      const current = await lockItemRevision(tx, createResourceItemRef(resource, key));
      const stored = await readItem(tx, resource, key);
      if (!stored) return refuse('not_found');
      if (current !== revision) return refuse('stale_revision');
      // The next import may change what is reserved for a SUPER_ADMIN, such as a script.
      if (user.role !== 'SUPER_ADMIN' && requiresSuperAdminToRevert(resource, stored.item))
        return refuse('super_admin_needed');
      if (await requestItemRevertToImport(tx, resource, key)) {
        const change = { resource, key, action: 'UPDATE', userId: user.id } as const;
        await recordStaffChange(tx, { ...change, before: { keptByImport: true }, after: { keptByImport: false } });
      }
      return ok({});
    });
  });
}

const domain = 'admin';

const toEditableItem = (
  { key, revision, item, archivedAt, info }: StoredItem,
  kept: ReadonlySet<ItemKey> = new Set(),
): EditableItem => ({
  key,
  revision,
  item: { ...item },
  ...(info && { info: { ...info } }),
  archivedAt: archivedAt?.toISOString() ?? null,
  ...(kept.has(key) && { keptByImport: true }),
});

export function resourceRoutes(
  app: FastifyInstance,
  resource: Resource,
  dependencies: ContractRouteDependencies,
): void {
  readingRoutes(app, resource, dependencies);
  editingRoutes(app, resource, dependencies);
}

const itemPathOf = ({ key, name }: Resource) =>
  key === null ? (`/admin/${name}` as const) : (`/admin/${name}/{key}` as const);

function readingRoutes(app: FastifyInstance, resource: Resource, dependencies: ContractRouteDependencies): void {
  const { list, read } = createResourceEndpoints(resource);
  registerEndpoint<typeof read>(
    app,
    {
      domain,
      name: `GET ${itemPathOf(resource)}`,
      endpoint: read,
      handler: ({ params, withSiteTransaction }) =>
        withSiteTransaction(async (tx) => {
          const stored = await readItem(tx, resource, params.key);
          if (!stored) return refuse('not_found');
          return ok(toEditableItem(stored, await findKeptItemKeys(tx, resource, [params.key])));
        }),
    },
    dependencies,
  );
  if (resource.key === null) return;
  registerEndpoint<typeof list>(
    app,
    {
      domain,
      name: `GET /admin/${resource.name}`,
      endpoint: list,
      handler: ({ query, lang, site, withSiteTransaction }) =>
        withSiteTransaction(async (tx) => {
          const { defaultLang: siteLang, languages: itemLanguages } = site;
          const { items, total } = await listItems(tx, resource, query, { lang, siteLang, itemLanguages });
          const kept = await findKeptItemKeys(
            tx,
            resource,
            items.map(({ key }) => key),
          );
          return { items: items.map((stored) => toEditableItem(stored, kept)), total };
        }),
    },
    dependencies,
  );
}

function editingRoutes(app: FastifyInstance, resource: Resource, dependencies: ContractRouteDependencies): void {
  const { db } = dependencies;
  const { update, remove } = createResourceEndpoints(resource);
  const edit = createEdit(resource, db);

  registerEndpoint<typeof update>(
    app,
    {
      domain,
      name: `PUT ${itemPathOf(resource)}`,
      endpoint: update,
      handler: async ({ params: { key }, body: { item, revision }, site, user }) =>
        showCurrentItem(
          await edit(site.id, user.id, {
            action: 'UPDATE',
            key,
            role: user.role,
            run: (tx) => updateItem(tx, resource, item, { key, revision }),
          }),
        ),
    },
    dependencies,
  );
  if (canCreateItems(resource)) creatingRoute(app, resource, dependencies);
  if (resource.keys === 'fixed') return;
  registerEndpoint<typeof remove>(
    app,
    {
      domain,
      name: `DELETE ${itemPathOf(resource)}`,
      endpoint: remove,
      handler: async ({ params: { key }, query: { revision }, site, user }) =>
        showCurrentItem(
          await edit(site.id, user.id, {
            action: 'DELETE',
            key,
            role: user.role,
            run: async (tx) => {
              const deleted = await deleteItem(tx, resource, { key, revision });
              return deleted.ok ? ok({}) : deleted;
            },
          }),
        ),
    },
    dependencies,
  );
}

/** An edit by a member of staff, which must not break a legal duty of an open shop. */
interface EditToRunWithAudit<Value, Refusal extends string> {
  action: (typeof auditActions)[number];
  /** The key of the edited item; null for a new item. */
  key: ItemKey | null;
  role: Role;
  /** Makes the change. For a new item, the value of the outcome contains the item's key. */
  run: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>;
}

/**
 * Makes a change and records it in the audit log. Refuses a change that only a SUPER_ADMIN may make, and one that opens
 * the shop before its legal duties are fulfilled or breaks a duty of an open shop. After a refusal the transaction must
 * be rolled back.
 */
async function editAudited<Value, Refusal extends string>(
  tx: SiteTx,
  resource: Resource,
  userId: number,
  { action, key, role, run }: EditToRunWithAudit<Value, Refusal>,
): Promise<Outcome<Value, Refusal | 'super_admin_needed' | LegalDutyRefusal>> {
  const before = key === null ? null : await readItem(tx, resource, key);
  const outcome = await runThenCheckLegalDuties(tx, resource.name, () => run(tx));
  if (!outcome.ok) return outcome;
  const savedKey = key ?? (outcome.value as { key: ItemKey }).key;
  const after = action === 'DELETE' ? null : await readItem(tx, resource, savedKey);
  const change = { before: before?.item ?? null, after: after?.item ?? null };
  if (role !== 'SUPER_ADMIN' && needsSuperAdmin(resource, change)) return refuse('super_admin_needed');
  await recordStaffChange(tx, { userId, resource, key: savedKey, action, ...change });
  return outcome;
}

function creatingRoute(app: FastifyInstance, resource: Resource, dependencies: ContractRouteDependencies): void {
  const { create } = createResourceEndpoints(resource);
  registerEndpoint<typeof create>(
    app,
    {
      domain,
      name: `POST /admin/${resource.name}`,
      endpoint: create,
      handler: async ({ body: { item }, user, runIdempotentChange }) =>
        showCurrentItem(
          await runIdempotentChange({
            run: (tx) =>
              editAudited(tx, resource, user.id, {
                action: 'CREATE',
                key: null,
                role: user.role,
                run: () => createItem(tx, resource, item),
              }),
            readCurrent: (tx, { key }) => readItem(tx, resource, key),
          }),
        ),
    },
    dependencies,
  );
}

/** Creates the function that runs an edit in a separate transaction, with an entry in the audit log. */
const createEdit =
  (resource: Resource, db: Db) =>
  <Value, Refusal extends string>(siteId: number, userId: number, work: EditToRunWithAudit<Value, Refusal>) =>
    withSiteTransactionOrRollback(db, siteId, (tx) => editAudited(tx, resource, userId, work));

/** Converts the current item of a refused edit to its form on the wire. */
const showCurrentItem = <Value, Refusal extends string>(outcome: Outcome<Value, Refusal>): Outcome<Value, Refusal> =>
  outcome.ok || !outcome.current ? outcome : { ...outcome, current: toEditableItem(outcome.current as StoredItem) };
