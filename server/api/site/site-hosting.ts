import { and, eq, ne, sql } from 'drizzle-orm';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { notifyHostingChanged, notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import {
  createItemRef,
  lockItemRevision,
  raiseItemRevisions,
  readItemRevision,
  readWhetherRevertIsPending,
  recordPendingRevert,
} from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, siteHostingRevisionKind, sites } from '#server/api/database/sites-table.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { findNameConflict, type SiteHostClaims } from '#shared/site/site-host-claims.ts';
import { isCanonicalDomainOfSite, type SiteHosting } from '#shared/site/site-hosting.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';

/** Key of the advisory lock: an arbitrary number, unique among the advisory locks with one key. */
const hostNamesLock = 7_302_405;

export const hostNamesLockStatement = `select pg_advisory_xact_lock(${hostNamesLock}::bigint)`;

/**
 * Waits for other changes of host names and excludes new ones until the transaction ends, because a host belongs to one
 * site and the sites' rows have no constraint for it.
 */
export const lockHostNames = (tx: SiteTx) => tx.execute(sql.raw(hostNamesLockStatement));

/** A host or domain name that the site cannot have, because it conflicts with those of another active site. */
interface HostConflict {
  name: string;
  site: { id: number; name: string; isEdited: boolean };
}

/**
 * Finds a host or domain name in `claims` that conflicts with those of another active site. Row-level security lets
 * every site read the rows of all sites in `sites`. Call this function last in a transaction, because it prevents other
 * transactions from changing host names until the transaction ends.
 * @param ignoresFolders True to ignore conflicts between two sites whose hosts both come from their folders, because
 * `resolveSiteConflicts` has already found those.
 */
export async function findHostConflict(
  tx: SiteTx,
  claims: SiteHostClaims,
  { ignoresFolders = false } = {},
): Promise<HostConflict | undefined> {
  await lockHostNames(tx);
  const { id, name, hosts, cookieDomain, hostingEditedAt } = sites;
  const others = await tx
    .select({ id, name, hosts, cookieDomain, hostingEditedAt })
    .from(sites)
    .where(and(ne(id, tx.siteId), isActiveSiteSql));
  for (const { hostingEditedAt: editedAt, ...other } of others) {
    const isEdited = editedAt !== null;
    if (ignoresFolders && !isEdited && !claims.isEdited) continue;
    const conflict = findNameConflict(claims, { ...other, isEdited });
    if (conflict !== undefined) return { name: conflict, site: { id: other.id, name: other.name, isEdited } };
  }
  return undefined;
}

interface StoredHosting {
  hosting: SiteHosting;
  revision: number;
  /** Time of the last change in the panel; null if hosts and languages are those of `site.json`. */
  editedAt: Date | null;
  /** True if the next import replaces the hosting, although staff have edited it. */
  isRevertPending: boolean;
}

const hostingRef = createItemRef(siteHostingRevisionKind);

/** Reads the hosts and languages of the site, and excludes other changes of them until the transaction ends. */
export async function lockSiteHosting(tx: SiteTx): Promise<StoredHosting> {
  await lockSiteForEdit(tx);
  const revision = await lockItemRevision(tx, hostingRef);
  return { ...(await selectHosting(tx)), revision };
}

/**
 * Reads the hosts and languages of the site without waiting for changes. The revision is read first: if a change
 * commits in between, the revision is too old and the next change is refused, which is harmless.
 */
export async function readSiteHosting(tx: SiteTx): Promise<StoredHosting> {
  const revision = await readItemRevision(tx, hostingRef);
  return { ...(await selectHosting(tx)), revision };
}

async function selectHosting(tx: SiteTx): Promise<Omit<StoredHosting, 'revision'>> {
  const { hosts, origins, languages, defaultLang, hostingEditedAt: editedAt } = sites;
  const [row] = await tx
    .select({ hosting: { hosts, origins, languages, defaultLang }, editedAt })
    .from(sites)
    .where(eq(sites.id, tx.siteId));
  if (!row) throw new Error(`there is no site ${tx.siteId}`);
  return { ...row, isRevertPending: await readWhetherRevertIsPending(tx, hostingRef) };
}

/** @param panelDomain The domain at which the caller uses the panel; null if it is unknown. */
export function toHostingView(stored: StoredHosting, panelDomain: string | null): HostingView {
  const { hosting, revision, editedAt } = stored;
  const { hosts, languages, defaultLang } = hosting;
  const domains = hosts.map(({ name, lang }) => ({
    name,
    lang,
    isCanonical: isCanonicalDomainOfSite(hosting, { name, lang }),
    isCurrent: name === panelDomain,
  }));
  return { revision, domains, languages, defaultLang, isEdited: editedAt !== null && !stored.isRevertPending };
}

export interface HostingEdit<Refusal extends string> {
  userId: number;
  revision: number;
  /** Name of the changed kind of item in the audit log. */
  resource: 'domain' | 'language';
  key: string;
  action: 'CREATE' | 'UPDATE' | 'DELETE';
  panelDomain: string | null;
  edit: (hosting: SiteHosting) => Outcome<SiteHosting, Refusal> | Promise<Outcome<SiteHosting, Refusal>>;
}

type PlannedEdit<Refusal extends string> = Pick<HostingEdit<Refusal>, 'revision' | 'panelDomain' | 'edit'>;

/**
 * Computes a change without making it, so that slow checks of the result hold no lock. `editSiteHosting` with the same
 * revision changes the same hosting, or is refused.
 */
export async function planHostingEdit<Refusal extends string>(
  tx: SiteTx,
  { revision, panelDomain, edit }: PlannedEdit<Refusal>,
): Promise<Outcome<{ before: SiteHosting; after: SiteHosting }, Refusal | 'stale_revision'>> {
  const stored = await readSiteHosting(tx);
  if (stored.revision !== revision) return refuseStale(stored, panelDomain);
  const edited = await edit(stored.hosting);
  return edited.ok ? ok({ before: stored.hosting, after: edited.value }) : edited;
}

const refuseStale = (stored: StoredHosting, panelDomain: string | null) => ({
  ...refuse('stale_revision'),
  current: toHostingView(stored, panelDomain),
});

/** Applies `edit`, which must check for conflicts, and notifies the storefronts, unless `revision` is out of date. */
export async function editSiteHosting<Refusal extends string>(
  tx: SiteTx,
  { userId, revision, resource, key, action, panelDomain, edit }: HostingEdit<Refusal>,
): Promise<Outcome<HostingView, Refusal | 'stale_revision'>> {
  const stored = await lockSiteHosting(tx);
  if (stored.revision !== revision) return refuseStale(stored, panelDomain);
  const edited = await edit(stored.hosting);
  if (!edited.ok) return edited;
  const hosting = edited.value;
  const editedAt = new Date();
  await tx
    .update(sites)
    .set({ ...hosting, hostingEditedAt: editedAt })
    .where(eq(sites.id, tx.siteId));
  await raiseItemRevisions(tx, [hostingRef]);
  await notifyHostingChanged(tx);
  await notifySiteChanged(tx);
  await recordStaffChange(tx, { userId, resource, key, action, before: stored.hosting, after: hosting });
  const saved = { hosting, revision: revision + 1, editedAt, isRevertPending: false };
  return ok(toHostingView(saved, panelDomain));
}

/**
 * Names of the hosting in `POST /admin/revert-to-import` and in the audit log, equal to those of the panel's screens.
 */
const hostingResourceNames = ['domain', 'language'] as const;
type HostingResourceName = (typeof hostingResourceNames)[number];

export const isHostingResourceName = (name: string): name is HostingResourceName =>
  hostingResourceNames.some((each) => each === name);

interface HostingRevert {
  userId: number;
  revision: number;
  resource: HostingResourceName;
}

/** Lets the next import replace hosts and languages by those of `site.json`, unless staff edit them before. */
export async function revertHosting(
  tx: SiteTx,
  { userId, revision, resource }: HostingRevert,
): Promise<Outcome<Record<never, never>, 'stale_revision'>> {
  const stored = await lockSiteHosting(tx);
  if (stored.revision !== revision) return refuse('stale_revision');
  if (stored.editedAt !== null && !stored.isRevertPending) {
    await recordPendingRevert(tx, hostingRef);
    const change = { userId, resource, key: '', action: 'UPDATE' } as const;
    await recordStaffChange(tx, { ...change, before: { keptByImport: true }, after: { keptByImport: false } });
  }
  return ok({});
}

/**
 * Refuses a change that removes the domain at which the caller uses the panel, or gives it another language, because
 * the caller is working there.
 */
export function refuseOutcomeLosingPanelDomain<Refusal extends string>(
  before: SiteHosting,
  edited: Outcome<SiteHosting, Refusal>,
  panelDomain: string | null,
): Outcome<SiteHosting, Refusal | 'domain_in_use'> {
  if (!edited.ok) return edited;
  const find = ({ hosts }: SiteHosting) => hosts.find(({ name }) => name === panelDomain);
  const current = find(before);
  return current && find(edited.value)?.lang !== current.lang ? refuse('domain_in_use') : edited;
}

/**
 * Refuses a new domain that conflicts with those of another active site. The refusal does not name that site. A change
 * that adds a domain locks all host names until the transaction ends.
 */
export async function lockFreeHosts<Refusal extends string>(
  tx: SiteTx,
  before: SiteHosting,
  edited: Outcome<SiteHosting, Refusal>,
): Promise<Outcome<SiteHosting, Refusal | 'domain_unavailable'>> {
  if (!edited.ok) return edited;
  const known = new Set(before.hosts.map(({ name }) => name));
  const hosts = edited.value.hosts.filter(({ name }) => !known.has(name));
  if (hosts.length === 0) return edited;
  const conflict = await findHostConflict(tx, { hosts, cookieDomain: null, isEdited: true });
  return conflict ? refuse('domain_unavailable') : edited;
}
