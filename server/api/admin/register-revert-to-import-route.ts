import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { requestItemRevertToImport } from '#server/api/resources/kept-items.ts';
import { readItem } from '#server/api/resources/read-item.ts';
import { createResourceItemRef, type Resource, requiresSuperAdminToRevert } from '#server/api/resources/resource.ts';
import { isHostingResourceName, revertHosting } from '#server/api/site/site-hosting.ts';
import { createResourceEndpoints, revertToImportContract } from '#shared/admin/admin-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';

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
