import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
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
import { type HostingView, siteHostingContract } from '#shared/site/site-hosting-contract.ts';
import type { CheckDomains } from './check-domains.ts';
import { copyPageTreeIfMissing } from './copy-page-tree-if-missing.ts';
import { createHostingEditor, getPanelDomain } from './hosting-editor.ts';
import { isPublicSuffix } from './public-suffixes.ts';
import {
  lockHostsAndRefuseTakenDomain,
  readSiteHosting,
  refuseOutcomeLosingPanelDomain,
  toHostingView,
} from './site-hosting.ts';

interface SiteHostingDependencies extends ContractRouteDependencies {
  /** The hosts at which the platform listens (HOST and OPS_HOST), which no estate can add as a domain. */
  operationsHosts: readonly string[];
  checkDomains: CheckDomains;
}

type HostingRoute = ReturnType<typeof createContractRouter<typeof siteHostingContract>>;
type HostingEditor = ReturnType<typeof createHostingEditor>;

/** Registers the calls with which staff edit the languages and the domains of the site. */
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
      edit: (before, { tx }) => lockHostsAndRefuseTakenDomain(tx, before, addDomain(before, input.value)),
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
        return lockHostsAndRefuseTakenDomain(tx, before, changed);
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
