import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPublicSuffix } from 'tldts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { isLocalDomainName, normaliseDomainName } from '#shared/site/domain-name.ts';
import {
  addDomain,
  changeDomain,
  changeLanguages,
  type DomainInput,
  findAddedLanguages,
  removeDomain,
} from '#shared/site/edit-site-hosting.ts';
import { findDomainsToCheck } from '#shared/site/find-domains-to-check.ts';
import type { PageEntryInput, PageTreeInput } from '#shared/site/page-tree-input.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { type HostingView, siteHostingContract } from '#shared/site/site-hosting-contract.ts';
import { type CheckDomains, readVerificationKey } from './check-domains.ts';
import { assignPageEntryIds, nestPageEntryRows, savePageTree } from './save-page-tree.ts';
import {
  editSiteHosting,
  type HostingEdit,
  lockFreeHosts,
  planHostingEdit,
  readSiteHosting,
  refuseOutcomeLosingPanelDomain,
  toHostingView,
} from './site-hosting.ts';
import { pageEntries } from './site-tables.ts';

interface SiteHostingDependencies extends ContractRouteDependencies {
  /** The hosts at which the platform listens (HOST and OPS_HOST), which no estate can add as a domain. */
  operationsHosts: readonly string[];
  checkDomains: CheckDomains;
}

type HostingRoute = ReturnType<typeof createContractRouter<typeof siteHostingContract>>;

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
function createHostingEditor(db: Db, checkDomains: CheckDomains) {
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
      verificationKey: await readVerificationKey(tx, site.id),
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
const getPanelDomain = (request: FastifyRequest): string | null =>
  URL.parse(getCaller(request).origin ?? '')?.hostname ?? null;

type HostingEditor = ReturnType<typeof createHostingEditor>;

export function siteHostingRoutes(
  app: FastifyInstance,
  { operationsHosts, checkDomains, ...dependencies }: SiteHostingDependencies,
): void {
  const route = createContractRouter(app, 'hosting', siteHostingContract, dependencies);
  const editor = createHostingEditor(dependencies.db, checkDomains);
  for (const name of ['GET /admin/language', 'GET /admin/domain'] as const)
    route(name, ({ withSiteTransaction, request }) =>
      withSiteTransaction(
        async (tx): Promise<HostingView> => toHostingView(await readSiteHosting(tx), getPanelDomain(request)),
      ),
    );
  registerLanguageEdit(route, editor);
  registerDomainEdits(route, editor, operationsHosts);
}

/**
 * Copies the page tree of one language to a new language. Without a tree, visitors would see an empty menu and an
 * import would refuse the exported site. A language that was offered before keeps its tree.
 */
async function copyPageTreeIfMissing(tx: SiteTx, { from, to }: { from: Lang; to: Lang }): Promise<void> {
  if ((await tx.$count(pageEntries, eq(pageEntries.lang, to))) > 0) return;
  const rows = await tx.select().from(pageEntries).where(eq(pageEntries.lang, from)).orderBy(pageEntries.position);
  if (rows.length === 0) return;
  const entries = await assignPageEntryIds(tx, omitIds(nestPageEntryRows(rows, null)));
  const saved = await savePageTree(tx, { lang: to, entries } as PageTreeInput);
  if (!saved.ok) throw new Error(`the page tree of ${from} could not be copied to ${to}: ${saved.refusal}`);
}

const omitIds = (entries: readonly PageEntryInput[]): object[] =>
  entries.map(({ id: _, children, ...entry }) => ({ ...entry, ...(children && { children: omitIds(children) }) }));

function registerLanguageEdit(route: HostingRoute, { editIfAccepted }: HostingEditor): void {
  route('PUT /admin/language', async (call) => {
    const { revision, ...input } = call.body;
    return editIfAccepted(call, {
      resource: 'language',
      key: '',
      action: 'UPDATE',
      revision,
      edit: (before, { panelDomain }) => {
        const isAdding = findAddedLanguages(before, input).length > 0;
        // A new language makes a domain canonical, which only a SUPER_ADMIN may do.
        if (isAdding && call.user.role !== 'SUPER_ADMIN') return refuse('super_admin_needed');
        return refuseOutcomeLosingPanelDomain(before, changeLanguages(before, input), panelDomain);
      },
      afterEdit: async (tx, before) => {
        for (const to of findAddedLanguages(before, input))
          await copyPageTreeIfMissing(tx, { from: before.defaultLang, to });
      },
    });
  });
}

function registerDomainEdits(
  route: HostingRoute,
  { edit, editIfAccepted }: HostingEditor,
  operationsHosts: readonly string[],
): void {
  const parse = (body: DomainInput) => parseDomain(body, operationsHosts);
  route('POST /admin/domain', async (call) => {
    const input = parse(call.body);
    if (!input.ok) return input;
    return editIfAccepted(call, {
      resource: 'domain',
      key: input.value.name,
      action: 'CREATE',
      revision: call.body.revision,
      edit: (before, { tx }) => lockFreeHosts(tx, before, addDomain(before, input.value)),
    });
  });
  route('PUT /admin/domain/{key}', async (call) => {
    const input = parse(call.body);
    if (!input.ok) return input;
    const { key } = call.params;
    return editIfAccepted(call, {
      resource: 'domain',
      key,
      action: 'UPDATE',
      revision: call.body.revision,
      edit: (before, { tx, panelDomain }) => {
        const changed = refuseOutcomeLosingPanelDomain(before, changeDomain(before, key, input.value), panelDomain);
        return lockFreeHosts(tx, before, changed);
      },
    });
  });
  route('DELETE /admin/domain/{key}', async (call) => {
    const { key } = call.params;
    return edit(call, {
      resource: 'domain',
      key,
      action: 'DELETE',
      revision: call.query.revision,
      edit: (before, { panelDomain }) => refuseOutcomeLosingPanelDomain(before, removeDomain(before, key), panelDomain),
    });
  });
}

/**
 * Checks whether a name is one under which registries or hosting companies give names to others, such as `co.uk` and
 * `github.io`, by the Public Suffix List (https://publicsuffix.org) of the package `tldts`.
 * @param name A normalised domain name of at least two labels.
 */
export const isPublicSuffix = (name: string): boolean => getPublicSuffix(name, { allowPrivateDomains: true }) === name;

/**
 * Normalises the entered name. Refuses names that belong to no estate: those of the platform, those of local networks,
 * and those under which registries and hosting companies give names to their customers.
 */
function parseDomain(
  { name: text, lang, isCanonical }: DomainInput,
  operationsHosts: readonly string[],
): Outcome<DomainInput, 'domain_invalid' | 'domain_reserved' | 'domain_public_suffix'> {
  const named = { values: { field: 'name' } };
  const name = normaliseDomainName(text);
  if (name === null) return refuse('domain_invalid', named);
  if (isLocalDomainName(name) || operationsHosts.includes(name)) return refuse('domain_reserved', named);
  if (isPublicSuffix(name)) return refuse('domain_public_suffix', named);
  return ok({ name, lang, isCanonical });
}
