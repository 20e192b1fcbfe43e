import { Resolver } from 'node:dns/promises';

/** Thrown if a name cannot be looked up: the name servers do not respond in time, refuse, or fail. */
export class DnsUnavailableError extends Error {
  /** The code of `node:dns`, such as `ESERVFAIL` or `ECANCELLED`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`DNS lookup failed: ${code}`, options);
    this.code = code;
  }
}

/** Looks names up in the DNS. Each method throws DnsUnavailableError if the name servers fail or do not respond. */
export interface DnsResolver {
  /** Returns the TXT records of a name, each with its strings joined; empty if there are none. */
  readTexts(name: string): Promise<string[]>;
  /** Returns the mail servers of a domain; empty if it receives no mail (RFC 7505) or has no MX record. */
  readMailServers(name: string): Promise<string[]>;
  hasAddress(name: string): Promise<boolean>;
}

interface DnsResolverOptions {
  /** IP addresses of name servers, each with an optional port; empty for the name servers of the system. */
  servers?: readonly string[];
  /** Time limit of one lookup, including its retry. */
  timeoutMs?: number;
}

const maxTries = 2;
const defaultTimeoutMs = 4_000;

/**
 * `node:dns` reports a name that does not exist, one without records of the type, and one that is too long as errors.
 */
const absenceCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Creates a resolver that asks the name servers directly, without the system's host file. */
export function createDnsResolver(options: DnsResolverOptions = {}): DnsResolver {
  const { servers = [], timeoutMs = defaultTimeoutMs } = options;
  const look = async <T>(query: (resolver: Resolver) => Promise<T[]>): Promise<T[]> => {
    // Each lookup has a separate resolver, because `cancel` ends all lookups of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / maxTries), tries: maxTries });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      return await query(resolver);
    } catch (error) {
      const code = readErrorCode(error);
      if (code === undefined) throw error;
      if (absenceCodes.has(code)) return [];
      throw new DnsUnavailableError(code, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    readTexts: async (name) => {
      const records = await look((resolver) => resolver.resolveTxt(name));
      return records.map((parts) => parts.join(''));
    },
    readMailServers: async (name) => {
      const records = await look((resolver) => resolver.resolveMx(name));
      return records.map(({ exchange }) => exchange).filter((exchange) => exchange !== '' && exchange !== '.');
    },
    hasAddress: async (name) => {
      const answers = await Promise.allSettled([
        look((resolver) => resolver.resolve4(name)),
        look((resolver) => resolver.resolve6(name)),
      ]);
      if (answers.some((answer) => answer.status === 'fulfilled' && answer.value.length > 0)) return true;
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
      return false;
    },
  };
}

const readErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Checks that `DnsResolverOptions.servers` accepts all addresses, such as `192.0.2.1` and `[2001:db8::1]:5353`. */
export function areNameServerAddresses(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}
