import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ApiBehaviour = 'normal' | 'hanging' | 'malformed' | 'failing';

export interface FakeApi {
  origin: string;
  /** All requests that the fake API has received; `name` is for example `GET /parameter`. */
  requests: { name: string; headers: IncomingMessage['headers']; body: string }[];
  behaviour: ApiBehaviour;
  /** A text that every page contains, so that tests can observe a change. */
  marker: string;
  isBuilding: boolean;
  /** Responses that replace the default ones, by path. */
  handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Ids of the sites that exist. */
  siteIds: number[];
  /** Sends a change event to the connected storefronts, and resolves once it has been written. */
  publishChange(site: number): Promise<void>;
  requestCount(name: string): number;
  waitForSubscriber(): Promise<void>;
  stop(): Promise<void>;
  /** Restarts the server on the same port after an outage. */
  restart(): Promise<void>;
}

/** Starts an HTTP server that mimics the API for two sites and can simulate outages. */
export async function startFakeApi(): Promise<FakeApi> {
  const streams = new Set<ServerResponse>();
  const changeCounts = new Map<number, number>();
  let port = 0;
  let server: Server;

  const listen = async () => {
    server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    let body = '';
    for await (const chunk of request) body += String(chunk);
    api.requests.push({ name: `${request.method} ${path}`, headers: request.headers, body });
    if (path === '/readyz') return response.writeHead(api.behaviour === 'normal' ? 200 : 503).end();
    if (path === '/internal/changes') return openStream(response);
    if (api.behaviour === 'hanging') return;
    if (api.behaviour === 'failing') return sendEnvelope(response, {}, 503);
    if (api.behaviour === 'malformed')
      return response.writeHead(200).end('{"success":true,"data":{"unexpected":1},"message":""}');
    const handler = api.handlers[path];
    if (handler) return handler(request, response);
    const data = dataOf(path, request, api);
    if (data) return sendEnvelope(response, data);
    return sendEnvelope(response, {}, 404);
  };

  const openStream = (response: ServerResponse) => {
    streams.add(response);
    response.once('close', () => streams.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const sites = api.siteIds.map((id) => ({ id, changes: changeCounts.get(id) ?? 0 }));
    response.write(`event: sites\ndata: ${JSON.stringify({ sites })}\n\n`);
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
    async publishChange(site) {
      changeCounts.set(site, (changeCounts.get(site) ?? 0) + 1);
      if (!api.siteIds.includes(site)) api.siteIds.push(site);
      const event = `event: change\ndata: {"site":${site}}\n\n`;
      await Promise.all([...streams].map((stream) => new Promise((resolve) => stream.write(event, resolve))));
    },
    requestCount: (name) => api.requests.filter((request) => request.name === name).length,
    waitForSubscriber: () => waitUntil(() => streams.size > 0),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    restart: listen,
  };
  await listen();
  return api;
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

const names: Record<string, string> = { '40': 'Domaine des Chênes', '41': 'Willow Hill' };

function dataOf(path: string, { headers }: IncomingMessage, api: FakeApi): object | null {
  const site = String(headers.idsite);
  const lang = String(headers.userlang);
  const name = names[site] ?? `Site ${site}`;
  switch (path) {
    case '/site/info':
      return { site: siteInfo(name, api) };
    case '/page/tree':
      return { pages: pageTree(lang) };
    case '/theme':
      return { theme };
    case '/logo':
      return { logos: [] };
    case '/parameter':
      return { parameters: [] };
    case '/product':
      return { products: [product(site)], total: 1 };
    case '/blog/folder/list':
      return { folders: [], blogs: [], total: 0 };
    case '/news':
      return { news: [article(name)], total: 1 };
    default:
      return null;
  }
}

const siteInfo = (name: string, api: FakeApi) => ({
  name,
  devUrl: '',
  prodUrl: '',
  server: '',
  url: api.marker,
  fonts: [],
  isWinemaker: true,
  isECommerce: false,
  isBuilding: api.isBuilding,
  popups: [],
  technicalFileModel: null,
  dashboardType: null,
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  scripts: '',
  externalIds: {},
});

const pageTree = (lang: string) => [
  entry(1, lang === 'en' ? 'our-wines' : 'nos-vins', 'WINE'),
  entry(2, lang === 'en' ? 'news' : 'actualites', 'NEWS'),
  entry(3, 'contact', 'CONTACT'),
];

const entry = (id: number, url: string, type: string) => ({
  id,
  url,
  menuTitle: url,
  title: url,
  metaDescription: '',
  order: id,
  parent: null,
  showInMenu: true,
  isText: false,
  type,
  page: null,
  cms: { isCmsPage: false, route: '' },
  link: { type: 'NONE', url: '', script: '' },
  children: [],
});

const theme = {
  primary: '#2f5d3a',
  accent: '#e0b000',
  backgrounds: { paper: '#faf6ec', raised: '#ffffff', footer: '#eeeeee' },
  ink: '#222222',
  fonts: [],
  menu: { background: '#ffffff', ink: '#222222', current: '#2f5d3a' },
};

const variant = {
  id: 100,
  reference: 'R',
  year: null,
  price: 10,
  discount: null,
  lowestPrice: null,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  quantity: 1,
  setQuantity: false,
  sellByMultipleOf: 1,
  variation1: null,
  variation2: null,
  variation3: null,
  image: null,
};

const product = (site: string) => ({
  id: 7,
  idProduct: 7,
  slug: `rouge-${site}`,
  name: 'Rouge & Noir',
  type: { type: 'WINE' },
  kind: 'red',
  appellation: '',
  summary: '',
  isVintage: false,
  declination: [variant],
  price: 10,
  discount: null,
  hasShippingFees: true,
  sellByMultipleOf: 1,
  quantity: 1,
  setQuantity: false,
  vatRate: 20,
  isAlcohol: true,
  tags: [],
  image: null,
  promoted: false,
  rating: null,
  products: [],
});

const article = (name: string) => ({
  id: 3,
  slug: 'vendanges',
  title: `Vendanges <${name}>`,
  summary: 'On vendange & on goûte.',
  publishedAt: '2026-09-20T08:00:00.000Z',
  updatedAt: '2026-09-21T08:00:00.000Z',
  promoted: false,
  image: null,
});
