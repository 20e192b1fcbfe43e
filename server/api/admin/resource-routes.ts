import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, registerEndpoint } from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { findKeptItemKeys } from '#server/api/resources/kept-items.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import { readItem, type StoredItem } from '#server/api/resources/read-item.ts';
import type { ItemKey, Resource } from '#server/api/resources/resource.ts';
import { createResourceEndpoints, type EditableItem } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import { type EditToRunWithAudit, editWithDutyCheckAndAudit } from './edit-with-duty-check-and-audit.ts';

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

/** Registers the calls with which staff read and edit the items of a resource. */
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
              editWithDutyCheckAndAudit(tx, resource, user.id, {
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
    withSiteTransactionOrRollback(db, siteId, (tx) => editWithDutyCheckAndAudit(tx, resource, userId, work));

/** Converts the current item of a refused edit to its form on the wire. */
const showCurrentItem = <Value, Refusal extends string>(outcome: Outcome<Value, Refusal>): Outcome<Value, Refusal> =>
  outcome.ok || !outcome.current ? outcome : { ...outcome, current: toEditableItem(outcome.current as StoredItem) };
