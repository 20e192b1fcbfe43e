import type { z } from 'zod';

interface VisitedValue {
  value: unknown;
  key: PropertyKey;
  parent: VisitedValue | null;
}

/** Finds the request fields whose strings contain null bytes, which PostgreSQL's text type cannot store. */
export function findNullByteIssues(input: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  // The search is iterative, because a body may be nested more deeply than the call stack allows.
  const places: VisitedValue[] = [{ value: input, key: '', parent: null }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place;
    if (typeof value === 'string' && value.includes('\0'))
      issues.push({ code: 'custom', path: pathOf(place), message: 'zero byte', input: value });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, each] of Object.entries(value)) places.push({ value: each, key, parent: place });
  }
  return issues;
}

function pathOf(place: VisitedValue): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at.parent; at = at.parent) path.unshift(at.key);
  return path;
}
