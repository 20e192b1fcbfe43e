import * as react from 'react';

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<
  string,
  object
>;

/**
 * React's development version records a stack for each element, for its warnings, which takes a seventh of the time of
 * tests that render. From some number of stacks in a second on it records no more; this number is always exceeded.
 */
export function skipOwnerStacks(): void {
  if (!internals || !('recentlyCreatedOwnerStacks' in internals)) return;
  const exceeded = { get: () => Number.POSITIVE_INFINITY, set: () => {}, configurable: true };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', exceeded);
}
