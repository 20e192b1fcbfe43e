import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListedSite } from '#shared/site/listed-site.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { getFakeApiData } from './fake-api-data.ts';

type ApiBehaviour = 'normal' | 'hanging' | 'malformed' | 'failing';

export interface FakeApi {
  origin: string;
  /** All requests that the fake API has received; `name` is for example `GET /parameter`. */
  requests: { name: string; headers: IncomingMessage['headers']; body: string }[];
  behaviour: ApiBehaviour;
  /** A text in the site info, which the fake renderer writes into pages, so that tests can observe a change. */
  marker: string;
  isBuilding: boolean;
  /** Responses that replace the default ones while `behaviour` is `normal`, by path. */
  handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Ids of the sites that exist. */
  siteIds: number[];
  /** True while the stream of site changes responds with 503; other calls are not affected. */
  hasNoStream: boolean;
  /** The sites that storefronts without folders get; null for an API that is too old to list them. */
  listed: Map<number, unknown> | null;
  /** The secret without which the stream of site changes responds with 403; null accepts any. */
  requiredSecret: string | null;
  /** Sends a change event to the connected storefronts, and resolves once it has been written. */
  publishChange(site: number): Promise<void>;
  /** Sends the hosts and languages that staff have edited; null if those of `site.json` apply again. */
  publishHosting(site: number, hosting: SiteHosting | null): Promise<void>;
  /** Sends a site that is new or has changed; null if it is removed. */
  publishListed(site: number, listed: ListedSite | null): Promise<void>;
  requestCount(name: string): number;
  waitForSubscriber(): Promise<void>;
  stop(): Promise<void>;
  /** Restarts the server on the same port after an outage. */
  restart(): Promise<void>;
}

/** The streams of site changes, with the changes that a storefront gets when it connects. */
function createChangeStreams() {
  const streams = new Set<ServerResponse>();
  const changeCounts = new Map<number, number>();
  const hostings = new Map<number, SiteHosting>();
  const versionOf = (site: number) => `${changeCounts.get(site) ?? 0}.1`;
  const sendEvent = (event: string) =>
    Promise.all([...streams].map((stream) => new Promise((resolve) => stream.write(event, resolve))));
  return {
    open(response: ServerResponse, siteIds: readonly number[], listed: readonly unknown[] | null) {
      streams.add(response);
      response.once('close', () => streams.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const sites = siteIds.map((id) => {
        const hosting = hostings.get(id);
        return { id, changes: changeCounts.get(id) ?? 0, version: versionOf(id), ...(hosting && { hosting }) };
      });
      for (const site of listed ?? []) response.write(`event: list\ndata: ${JSON.stringify({ sites: [site] })}\n\n`);
      response.write(`event: sites\ndata: ${JSON.stringify({ sites })}\n\n`);
    },
    async publishChange(site: number) {
      changeCounts.set(site, (changeCounts.get(site) ?? 0) + 1);
      await sendEvent(`event: change\ndata: ${JSON.stringify({ site, version: versionOf(site) })}\n\n`);
    },
    async publishHosting(site: number, hosting: SiteHosting | null) {
      if (hosting) hostings.set(site, hosting);
      else hostings.delete(site);
      await sendEvent(`event: hosting\ndata: ${JSON.stringify({ site, hosting })}\n\n`);
    },
    sendHosting: (data: object) => sendEvent(`event: hosting\ndata: ${JSON.stringify(data)}\n\n`),
    waitForSubscriber: () => waitUntil(() => streams.size > 0),
    forgetAll: () => streams.clear(),
  };
}

/** Starts an HTTP server that mimics the API for two sites and can simulate outages. */
export async function startFakeApi(): Promise<FakeApi> {
  const streams = createChangeStreams();
  let port = 0;
  let server: Server;

  const listen = async () => {
    server = createServer((request, response) => void respond(api, streams, request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };

  const api: FakeApi = {
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    requests: [],
    behaviour: 'normal',
    marker: 'first',
    isBuilding: false,
    handlers: {},
    siteIds: [40, 41],
    hasNoStream: false,
    listed: new Map(),
    requiredSecret: null,
    async publishChange(site) {
      if (!api.siteIds.includes(site)) api.siteIds.push(site);
      await streams.publishChange(site);
    },
    publishHosting: streams.publishHosting,
    async publishListed(site, listed) {
      api.siteIds = [...new Set([...api.siteIds, site])].filter((id) => listed || id !== site);
      if (listed) api.listed?.set(site, listed);
      else api.listed?.delete(site);
      await streams.sendHosting({ site, hosting: null, listed });
      await streams.publishChange(site);
    },
    requestCount: (name) => api.requests.filter((request) => request.name === name).length,
    waitForSubscriber: streams.waitForSubscriber,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      // A write to a closed stream may never end.
      streams.forgetAll();
      await closed;
    },
    restart: listen,
  };
  await listen();
  return api;
}

async function respond(
  api: FakeApi,
  streams: ReturnType<typeof createChangeStreams>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const path = (request.url ?? '').split('?')[0] ?? '';
  let body = '';
  for await (const chunk of request) body += String(chunk);
  api.requests.push({ name: `${request.method} ${path}`, headers: request.headers, body });
  if (path === '/readyz') return response.writeHead(api.behaviour === 'normal' ? 200 : 503).end();
  if (path === '/internal/changes' && api.hasNoStream) return response.writeHead(503).end();
  if (path === '/internal/changes' && ![null, request.headers['x-api-secret']].includes(api.requiredSecret))
    return response.writeHead(403).end();
  if (path === '/internal/changes') {
    const isListed = request.url?.endsWith('?list=on') && api.listed;
    return streams.open(response, api.siteIds, isListed ? [...isListed.values()] : null);
  }
  if (api.behaviour === 'hanging') return;
  if (api.behaviour === 'failing') return sendEnvelope(response, {}, 503);
  if (api.behaviour === 'malformed')
    return response.writeHead(200).end('{"success":true,"data":{"unexpected":1},"message":""}');
  const handler = api.handlers[path];
  if (handler) return handler(request, response);
  const data = getFakeApiData(path, request, api);
  if (data) return sendEnvelope(response, data);
  return sendEnvelope(response, {}, 404);
}
/** Polls until the condition is true. The promise rejects after `timeoutMs`. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition did not hold within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function sendEnvelope(response: ServerResponse, data: object, status = 200, message = ''): void {
  const text = JSON.stringify({ success: status < 400, data, message });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
