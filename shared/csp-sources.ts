/** Directives of the Content-Security-Policy to which pages can add origins. */
export const cspDirectives = ['script', 'connect', 'frame', 'img'] as const;
type PolicyDirective = (typeof cspDirectives)[number];

/** Third-party origins that a page loads from, such as `https://js.pay.example`, by directive. */
export type CspSources = Partial<Record<PolicyDirective, readonly string[] | undefined>>;

/**
 * Accepts an https origin, or one with a wildcard for its subdomains. Any other text could add directives to the
 * Content-Security-Policy.
 */
const originPattern = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

export const isCspOrigin = (source: string): boolean => originPattern.test(source);

/** Merges the third-party origins of several services, without duplicates. */
export function mergeCspSources(...all: readonly CspSources[]): CspSources {
  const merged: CspSources = {};
  for (const directive of cspDirectives) {
    const origins = new Set(all.flatMap((sources) => sources[directive] ?? []));
    if (origins.size > 0) merged[directive] = [...origins];
  }
  return merged;
}
