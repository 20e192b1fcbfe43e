import type { FastifyRequest } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import { findDomainsToCheck } from '#shared/site/find-domains-to-check.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import type { CheckDomains } from './check-domains.ts';
import { readDomainVerificationKeyOfSite } from './domain-verification.ts';
import { editSiteHosting, type HostingEdit, planHostingEdit } from './site-hosting.ts';

interface HostingChange<Refusal extends string> extends Omit<HostingEdit<Refusal>, 'userId' | 'panelDomain' | 'edit'> {
  /** Computes the hosting after the change. The function must have no side effects, because it may run twice. */
  edit: (
    before: SiteHosting,
    context: { tx: SiteTx; panelDomain: string | null },
  ) => ReturnType<HostingEdit<Refusal>['edit']>;
  /** Changes other data that depend on the hosting, in the transaction of the accepted change. */
  afterEdit?: (tx: SiteTx, before: SiteHosting) => Promise<void>;
}

interface EditingCall {
  site: { id: number };
  user: { id: number };
  request: FastifyRequest;
}

/** Creates two functions that change the hosting: `edit` at once, `editIfAccepted` after a check of the domains. */
export function createHostingEditor(db: Db, checkDomains: CheckDomains) {
  const edit = <Refusal extends string>({ site, user, request }: EditingCall, change: HostingChange<Refusal>) =>
    withSiteTransactionOrRollback(db, site.id, (tx) => {
      const panelDomain = getPanelDomain(request);
      const editHosting = async (hosting: SiteHosting) => {
        const edited = await change.edit(hosting, { tx, panelDomain });
        if (edited.ok) await change.afterEdit?.(tx, hosting);
        return edited;
      };
      return editSiteHosting(tx, { ...change, userId: user.id, panelDomain, edit: editHosting });
    });
  /**
   * Changes the hosting if the check accepts the domains. The DNS look-ups run between two transactions, so that a slow
   * name server blocks no other change and no database connection.
   */
  const editIfAccepted = async <Refusal extends string>(call: EditingCall, change: HostingChange<Refusal>) => {
    const { site, request } = call;
    const panelDomain = getPanelDomain(request);
    const { planned, verificationKey } = await withSiteTransaction(db, site.id, async (tx) => ({
      verificationKey: await readDomainVerificationKeyOfSite(tx, site.id),
      planned: await planHostingEdit(tx, {
        revision: change.revision,
        panelDomain,
        edit: (hosting) => change.edit(hosting, { tx, panelDomain }),
      }),
    }));
    if (!planned.ok) return planned;
    const sender = { siteId: site.id, verificationKey, ipAddress: getCaller(request).ipAddress };
    const refusal = await checkDomains(sender, findDomainsToCheck(planned.value.before, planned.value.after));
    return refusal ?? edit(call, change);
  };
  return { edit, editIfAccepted };
}

/**
 * Returns the domain at which the caller uses the panel, from the origin that the storefront reports; null if unknown.
 */
export const getPanelDomain = (request: FastifyRequest): string | null =>
  URL.parse(getCaller(request).origin ?? '')?.hostname ?? null;
