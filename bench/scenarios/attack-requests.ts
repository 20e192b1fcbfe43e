import type { PlannedRequest } from '../load/load-plan.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';

/** Address of the attacker. Its range is reserved for documentation, but the limits treat it as public. */
const attackerAddress = '203.0.113.66';

/** Number of requests in the list of each flood. They vary the URL, a header or the body. */
const variantCount = 20_000;

const get = (path: string, headers: Record<string, string> = {}): PlannedRequest => ({
  path,
  headers: { host: fullEstateSite.host, 'x-forwarded-for': attackerAddress, ...headers },
});

const createVariants = (create: (index: number) => PlannedRequest): PlannedRequest[] =>
  Array.from({ length: variantCount }, (_, index) => create(index));

/** Returns a spelling of the path: the binary digits of the index decide which letters are in upper case. */
function changeCase(path: string, index: number): string {
  let letters = 0;
  return path.replace(/[a-z]/g, (letter) => ((index >> letters++) & 1 ? letter.toUpperCase() : letter));
}

const logIn = (index: number): PlannedRequest => ({
  ...get('/api/login', { 'content-type': 'application/json' }),
  method: 'POST',
  body: JSON.stringify({ identifier: `guess-${index}@example.com`, password: 'Wrong-guess-2026' }),
});

/** A flood of requests from one address. */
interface RequestAttack {
  name: string;
  connections: number;
  requests: readonly PlannedRequest[];
}

export const requestAttacks: readonly RequestAttack[] = [
  { name: 'unknown paths', connections: 50, requests: createVariants((index) => get(`/unknown/${index}`)) },
  {
    name: 'spellings of one path',
    connections: 50,
    requests: createVariants((index) => get(changeCase(wineListPath, index))),
  },
  {
    name: 'numbers of orders',
    connections: 50,
    requests: createVariants((index) => get(`/checkout/done/${index}`)),
  },
  {
    name: 'missing products',
    connections: 50,
    requests: createVariants((index) => get(`/wines/missing/${100_000 + index}`)),
  },
  {
    name: 'long lists',
    connections: 450,
    requests: createVariants((index) => get(`/api/product?nbItem=100&df:search=${index % 50}`)),
  },
  {
    name: 'counted visits',
    connections: 50,
    requests: createVariants((index) => get('/api/site/visit/newsletter', { 'user-agent': `agent ${index}` })),
  },
  { name: 'log-ins', connections: 300, requests: createVariants(logIn) },
];

/** Connections whose responses are never read. */
interface HeldConnectionsAttack {
  name: string;
  connections: number;
  request: PlannedRequest;
  repetitions: number;
}

export const heldConnectionsAttacks: readonly HeldConnectionsAttack[] = [
  { name: 'slow readers', connections: 64, request: get(wineListPath), repetitions: 1 },
  { name: 'pipelined requests', connections: 16, request: get(wineListPath), repetitions: 10_000 },
];
