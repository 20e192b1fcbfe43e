import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toClientNetwork } from '#server/http/client-network.ts';
import { renderCost } from '#server/http/request-costs.ts';
import {
  type FormSubmissionResult,
  isApiReadError,
  type PageUrlCacheKeyRule,
  type Renderer,
} from '#shared/rendering.ts';
import { isLoginOrPasswordPath } from '#shared/site/personal-paths.ts';
import type { DataCache } from '../cache/data-cache.ts';
import type { SiteChangeFollower } from '../cache/follow-site-changes.ts';
import type { HtmlCache } from '../cache/html-cache.ts';
import type { RenderOutcome } from '../cache/render-outcome.ts';
import type { SiteGenerations } from '../cache/site-generations.ts';
import { isStaffRole, type ReadRequestRole } from '../gateway/staff-session.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { keepDeclaredQueryParameters, type ParsedRequestUrl, parseRequestUrl } from './parse-request-url.ts';
import { type PageRenderInput, renderPage } from './render-page.ts';
import type { RenderQueue } from './render-queue.ts';
import type { RendererSource } from './renderer-source.ts';
import { keepQueryOf, sendDocumentBypassingCache, sendDocumentThroughCache } from './send-document.ts';
import type { SiteUnderConstructionCheck } from './site-under-construction-check.ts';

export interface PageRouteDependencies {
  rendering: RendererSource;
  renderQueue: RenderQueue;
  htmlCache: HtmlCache;
  dataCache: DataCache;
  generations: SiteGenerations;
  changes: Pick<SiteChangeFollower, 'isImported'>;
  clientAddress: (request: IncomingMessage) => string;
  isBuilding: SiteUnderConstructionCheck;
  readRole: ReadRequestRole;
}

/** Sends the page at `path` with the result of a form. It is neither cached nor sent to other visitors. */
export type SendFormResultPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  sent: FormSubmissionResult,
) => Promise<FastifyReply>;

/**
 * The functions with which other routes send pages. Their renders go through the same render queue as those of the page
 * route, so the same limits apply.
 */
export interface PageResponder {
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  sendFormResultPage: SendFormResultPage;
}

/** Brings the page at a path into the cache, unless it is there or differs between visitors. */
export type WarmPage = (site: SiteHost, path: string) => Promise<void>;

/** Serves every page of every site: normalises the URL, looks it up in the cache and renders it on a miss. */
export function registerPageRoute(
  app: FastifyInstance,
  dependencies: PageRouteDependencies,
): PageResponder & { warmPage: WarmPage } {
  const sendPage = createPageHandler(dependencies);
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: sendPage });
  const warmPage: WarmPage = (site, path) => warm(dependencies, site, path, app.log);
  return { sendPage, sendFormResultPage: createFormResultSender(dependencies), warmPage };
}

function createPageHandler(dependencies: PageRouteDependencies): PageResponder['sendPage'] {
  return async (request, reply) => {
    const site = getSiteHost(request);
    const { generation } = dependencies.generations.get(site.id);
    if (!dependencies.changes.isImported(site.id)) return sendNotImported(site, request, reply);

    const address = parseRequestUrl(request.raw.url ?? '/');
    if (address.kind === 'malformed') return sendPlainPage(reply, 400, 'malformed', site.lang);
    const { renderer } = await dependencies.rendering.current();
    const isSecret = renderer.isSecret(pathOf(address));
    if (isSecret) setSecretHeaders(reply);
    if (address.kind === 'moved') return reply.redirect(address.location, 301);

    const { isNotFound, ...rule } = await readKeyRule(dependencies, renderer, site, address.pathname, request.id);
    const query = keepDeclaredQueryParameters(address.query, rule.declaredQueryParameters);
    if (query === null) return sendPlainPage(reply, 400, 'malformed', site.lang);
    const withQuery = (path: string) => (query ? `${path}?${query}` : path);
    const isBuilding = await dependencies.isBuilding(site, request.id);
    const isPreview =
      isBuilding &&
      (isLoginOrPasswordPath(address.pathname) || isStaffRole(await dependencies.readRole(request, site)));
    const isReplaced = isBuilding && !isPreview;
    if (isReplaced) request.refusalCause = 'building';
    // Pages whose HTML does not depend on their id share one entry of the cache: the id is that of a person's thing.
    const hasPersonalId = !isNotFound && rule.cachePath !== address.pathname;
    const page: RequestedPage = isReplaced
      ? buildingPage
      : { path: withQuery(address.pathname), isSecret, isNotFound, isPreview, hasPersonalId };
    const client = toClient(dependencies, request);
    const render = (canStream = false) => renderRequestedPage(dependencies, site, { ...page, canStream }, client);
    if (page.isSecret || isPreview) return sendToVisitor(await render(), request, reply);
    const cachePath = isReplaced ? buildingCachePath : withQuery(rule.cachePath);
    const cached = { ...createCacheRequest(dependencies, site, generation, cachePath), render };
    return sendDocumentThroughCache(dependencies.htmlCache, cached, request, reply);
  };
}

function createFormResultSender(dependencies: PageRouteDependencies): SendFormResultPage {
  return async (request, reply, path, sent) => {
    const site = getSiteHost(request);
    const { renderer } = await dependencies.rendering.current();
    const isSecret = renderer.isSecret(path);
    if (isSecret) setSecretHeaders(reply);
    const isBuilding = await dependencies.isBuilding(site, request.id);
    if (isBuilding) request.refusalCause = 'building';
    const page = isBuilding ? buildingPage : { path, isSecret, isNotFound: false, isPreview: false, sent };
    const outcome = await renderRequestedPage(dependencies, site, page, toClient(dependencies, request));
    return sendToVisitor(outcome, request, reply);
  };
}

/** A site that is being built has one cached page, which all its URLs show. */
const buildingPage: RequestedPage = { path: '/', isSecret: false, isNotFound: false, isPreview: false };
/**
 * The cache key of the page of a site that is being built. It does not begin with a slash, so no request for a page has
 * the same key.
 */
const buildingCachePath = 'building';

/**
 * Returns the cache key of a page: the prefix of its host, followed by the page's path.
 * @param path The path with the declared query parameters.
 */
export const toPageCacheKey = (site: SiteHost, path: string): string => site.key + path;

function sendNotImported(site: SiteHost, request: FastifyRequest, reply: FastifyReply) {
  request.refusalCause = 'not_imported';
  return sendPlainPage(reply.header('retry-after', '10'), 503, 'not_imported', site.lang);
}

const pathOf = (address: Exclude<ParsedRequestUrl, { kind: 'malformed' }>): string =>
  address.kind === 'page' ? address.pathname : (address.location.split('?', 1)[0] ?? '');

function setSecretHeaders(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}

const fingerprints = new WeakMap<SiteHost, string>();

/** Identifies the configuration of a host's site, so that a page on disk is not used after a change of it. */
function getSiteFingerprint(site: SiteHost): string {
  const known = fingerprints.get(site);
  if (known !== undefined) return known;
  const fingerprint = createHash('sha256').update(JSON.stringify(site)).digest('base64url').slice(0, 22);
  fingerprints.set(site, fingerprint);
  return fingerprint;
}

/** @param path The path in the cache key, with the declared query parameters. */
function createCacheRequest({ generations }: PageRouteDependencies, site: SiteHost, generation: number, path: string) {
  const key = toPageCacheKey(site, path);
  const hasQuery = path.includes('?');
  const request = { key, siteId: site.id, state: generations.get(site.id), generation, hasQuery };
  // Queries have an unbounded number of values, which would displace the pages of other sites.
  if (hasQuery) return request;
  const { host } = new URL(
    site.rendered.alternates.find(({ lang }) => lang === site.lang)?.href ?? site.rendered.origin,
  );
  const address = path.startsWith('/') && !path.includes('/:') ? { host, path } : undefined;
  return { ...request, diskKey: `${getSiteFingerprint(site)} ${key}`, address };
}

/**
 * Sends a page without the cache: for URLs that contain a secret, which must not become cache keys, for previews of a
 * site that is being built, and for the results of forms.
 */
const sendToVisitor = (outcome: RenderOutcome, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  outcome.kind === 'redirect'
    ? reply.redirect(keepQueryOf(request, outcome.location), outcome.status)
    : sendDocumentBypassingCache(reply, outcome);

async function readKeyRule(
  { dataCache }: PageRouteDependencies,
  renderer: Renderer,
  site: SiteHost,
  path: string,
  requestId: string,
): Promise<PageUrlCacheKeyRule> {
  try {
    const read = dataCache.reader(site, requestId, 'stale-if-error', path);
    return await renderer.readKeyRule({ site: site.rendered, path, read });
  } catch (error) {
    // The error is ignored here, because rendering will fail for the same reason and produce the error page.
    if (isApiReadError(error)) return { declaredQueryParameters: [], cachePath: path, isNotFound: false };
    throw error;
  }
}

type RequestedPage = Pick<
  PageRenderInput,
  'path' | 'isSecret' | 'isNotFound' | 'isPreview' | 'hasPersonalId' | 'sent' | 'canStream'
>;

/** The client for which a page is rendered. */
interface PageClient {
  id: string;
  network: string;
  log: FastifyBaseLogger;
  chargeRender(): void;
}

const toClient = ({ clientAddress }: PageRouteDependencies, request: FastifyRequest): PageClient => ({
  id: request.id,
  network: toClientNetwork(clientAddress(request.raw)),
  log: request.log,
  chargeRender: () => request.chargeNetwork(renderCost),
});

async function warm(
  dependencies: PageRouteDependencies,
  site: SiteHost,
  path: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const { generation } = dependencies.generations.get(site.id);
  const client = { id: 'warm', network: '', log, chargeRender() {} };
  const { renderer } = await dependencies.rendering.current();
  if (!dependencies.changes.isImported(site.id) || renderer.isSecret(path)) return;
  const { isNotFound, cachePath } = await readKeyRule(dependencies, renderer, site, path, client.id);
  if (isNotFound || cachePath !== path || (await dependencies.isBuilding(site, client.id))) return;
  const page = { path, isSecret: false, isNotFound: false, isPreview: false };
  const render = () => renderRequestedPage(dependencies, site, page, client);
  const cached = { ...createCacheRequest(dependencies, site, generation, path), render, canStream: false };
  await dependencies.htmlCache.get(cached);
}

function renderRequestedPage(
  { rendering, renderQueue, dataCache }: PageRouteDependencies,
  site: SiteHost,
  page: RequestedPage,
  { id, network, log, chargeRender }: PageClient,
): Promise<RenderOutcome> {
  const owner = { siteId: site.id, network };
  const { promise, resolve, reject } = Promise.withResolvers<RenderOutcome>();
  const render = async () => {
    chargeRender();
    const outcome = await renderPage(rendering, {
      ...page,
      site,
      read: dataCache.reader(site, id),
      cachedRead: dataCache.reader(site, id, 'cache-only'),
      waitForRenderSlot: () => renderQueue.waitForRenderSlot(site.id),
      log,
    });
    resolve(outcome);
    // A page that is sent while it is rendered keeps its place in the queue until it is complete.
    if (outcome.kind === 'document') await Promise.allSettled([outcome.document.complete()]);
  };
  renderQueue.run(owner, render).catch(reject);
  return promise;
}
