/** Directives of the Content-Security-Policy to which pages can add origins. */
export const policyDirectives = ['script', 'connect', 'frame', 'img'] as const;
type PolicyDirective = (typeof policyDirectives)[number];

/** Third-party origins that a page loads from, such as `https://js.pay.example`. */
export type PolicySources = Partial<Record<PolicyDirective, readonly string[] | undefined>>;

/** An origin or a wildcard for subdomains. Anything else could add directives to the policy. */
const originPattern = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

export const isPolicySource = (source: string): boolean => originPattern.test(source);

const noSources: PolicySources = {};

/** Merges the origins of several services, without duplicates. */
export function mergePolicySources(...all: readonly PolicySources[]): PolicySources {
  if (all.length === 0) return noSources;
  return Object.fromEntries(
    policyDirectives.flatMap((directive) => {
      const origins = new Set(all.flatMap((sources) => sources[directive] ?? []));
      return origins.size > 0 ? [[directive, [...origins]]] : [];
    }),
  );
}
