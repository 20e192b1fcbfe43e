import type { z } from 'zod';

interface VisitedValue {
  value: unknown;
  key: PropertyKey;
  parent: VisitedValue | null;
}

/** Maximum number of issues that are reported, because the path of each may be as long as the input is deep. */
const maxIssues = 50;

/**
 * Checks whether PostgreSQL can store a text. It refuses null characters, and in JSON halves of a surrogate pair, such
 * as those of an emoji that a program has cut.
 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A text outside the JSON body, the query and the path that cannot be stored. */
export class UnstorableTextError extends Error {
  readonly statusCode = 400;
  /** The text by the name of its field. */
  readonly input: Readonly<Record<string, string>>;
  constructor(field: string, text: string) {
    super('text that cannot be stored');
    this.input = { [field]: text };
  }
}

/**
 * Checks the name and the text of a field, or the name of a file, of a multipart form.
 * @throws UnstorableTextError if one of them cannot be stored
 */
export function assertStorableText(field: string, text = ''): void {
  if (!isStorableText(field) || !isStorableText(text)) throw new UnstorableTextError(field, text);
}

export function findUnstorableTextIssues(input: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  // The search is iterative, because a body may be nested more deeply than the call stack allows.
  const places: VisitedValue[] = [{ value: input, key: '', parent: null }];
  for (let place = places.pop(); place && issues.length < maxIssues; place = places.pop()) {
    const { value, key } = place;
    if (!isStorable(key) || !isStorable(value)) issues.push(toIssue(place));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const [name, each] of Object.entries(value)) places.push({ value: each, key: name, parent: place });
  }
  return issues;
}

const isStorable = (value: unknown): boolean => typeof value !== 'string' || isStorableText(value);

function toIssue(place: VisitedValue): z.core.$ZodIssue {
  const path: PropertyKey[] = [];
  for (let at = place; at.parent; at = at.parent) path.push(at.key);
  const params = { code: 'unstorable' };
  return {
    code: 'custom',
    path: path.reverse(),
    message: 'contains a null character or half of a surrogate pair, which cannot be stored',
    params,
    input: place.value,
  };
}
