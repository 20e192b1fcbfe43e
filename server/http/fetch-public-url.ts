import { lookup } from 'node:dns/promises';
import { isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { createNetworkSet } from './networks.ts';

export interface PublicUrlFetchLimits {
  /** Accepted media types in lower case, such as `image/svg+xml`. */
  types: readonly string[];
  maxBytes: number;
  /** Time limit of the whole request, with name resolution. */
  timeoutMs: number;
}

/**
 * `url_not_public`: no http or https URL on a default port, or a host that does not resolve to public addresses only.
 * `url_unreachable`: no response with the status 200 in time. `url_too_large`: more bytes than accepted.
 * `url_wrong_type`: another media type than accepted, or a compressed body.
 */
type PublicUrlRefusal = 'url_not_public' | 'url_unreachable' | 'url_too_large' | 'url_wrong_type';

/** Fetches a URL that a user has entered, and never one inside the platform's own network. */
export type FetchPublicUrl = (url: string, request: PublicUrlFetchLimits) => Promise<Outcome<Buffer, PublicUrlRefusal>>;

interface ResolvedAddress {
  address: string;
  family: number;
}

interface PublicUrlFetcherOptions {
  resolve?: (hostname: string) => Promise<readonly ResolvedAddress[]>;
  isAllowedAddress?: (address: string) => boolean;
  /** Allowed ports as in `URL.port`, where the default port of the protocol is empty. */
  allowedPorts?: readonly string[];
}

const maxHeaderBytes = 16 * 1024;

/** IPv4 networks that are not reachable on the public internet, or that translate to other networks (RFC 6890). */
const specialIPv4Networks = createNetworkSet([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);

/** The only IPv6 network with public unicast addresses. Loopback, ULA, mapped and NAT64 addresses are outside. */
const globalIPv6Network = createNetworkSet(['2000::/3']);

/** Networks inside `2000::/3` that are reserved, for documentation, or tunnels to IPv4 addresses (Teredo, 6to4). */
const specialIPv6Networks = createNetworkSet(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Returns true for a unicast IP address on the public internet, without a zone such as `%eth0`. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIPv4Networks.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6Network.check(address, 'ipv6') && !specialIPv6Networks.check(address, 'ipv6');
}

/** Creates the function that fetches public URLs. Tests replace name resolution and the allowed addresses. */
export function createPublicUrlFetcher({
  resolve = (hostname) => lookup(hostname, { all: true }),
  isAllowedAddress = isPublicAddress,
  allowedPorts = [''],
}: PublicUrlFetcherOptions = {}): FetchPublicUrl {
  return async (text, { types, maxBytes, timeoutMs }) => {
    const url = URL.parse(text);
    if (!url || !isPlainHttpUrl(url) || !allowedPorts.includes(url.port)) return refuse('url_not_public');
    const signal = AbortSignal.timeout(timeoutMs);
    let agent: Agent | undefined;
    try {
      const addresses = await withAbort(resolveHost(url.hostname, resolve), signal);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address)))
        return refuse('url_not_public');
      agent = createPinnedAgent(addresses);
      const headers = { accept: types.join(', '), 'accept-encoding': 'identity' };
      const response = await request(url, { dispatcher: agent, signal, headers });
      return await readResponse(response, types, maxBytes);
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      // Without an agent, the name did not resolve. It is refused like an internal one, so that the refusal does not
      // reveal internal names.
      return refuse(agent || signal.aborted ? 'url_unreachable' : 'url_not_public');
    } finally {
      await agent?.destroy();
    }
  };
}

const isPlainHttpUrl = ({ protocol, username, password }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';

/**
 * Resolves the host of a URL. `URL` has already converted every notation of an IPv4 address, such as `0x7f.1`, to four
 * decimal numbers.
 */
async function resolveHost(
  urlHostname: string,
  resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const hostname = urlHostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  return family === 0 ? resolve(hostname) : [{ address: hostname, family }];
}

/**
 * Creates an agent that connects to the checked addresses, because a second resolution could return others (DNS
 * rebinding).
 */
function createPinnedAgent(addresses: readonly ResolvedAddress[]): Agent {
  const pinnedLookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  return new Agent({ connect: { lookup: pinnedLookup }, maxHeaderSize: maxHeaderBytes });
}

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  types: readonly string[],
  maxBytes: number,
): Promise<Outcome<Buffer, PublicUrlRefusal>> {
  // undici does not follow redirects, so the response to a redirect has a status other than 200.
  if (statusCode !== 200) return refuse('url_unreachable');
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!types.includes(type.trim().toLowerCase()) || encoding !== 'identity') return refuse('url_wrong_type');
  if (Number(headers['content-length'] ?? 0) > maxBytes) return refuse('url_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return refuse('url_too_large');
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}

async function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Recognises errors of DNS, TLS, sockets, undici and the time limit, which have a code. Programming errors have none.
 */
const isNetworkError = (error: unknown): boolean => error instanceof Error && 'code' in error;
