import type { z } from 'zod';

interface VisitedValue {
  value: unknown;
  key: PropertyKey;
  parent: VisitedValue | null;
}

/** The database has no text with a zero byte in it: such a text is malformed before it gets there. */
export function findNullBytes(given: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  // No recursion: what is sent may be nested deeper than the stack is.
  const places: VisitedValue[] = [{ value: given, key: '', parent: null }];
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
