import { escapeJson } from '#client/core/escape-json.ts';
import type { RouteKind } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';

/** Leaves out fields named `html`: the document contains that HTML already, and `ServerHtml` reads it from there. */
function toJson(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined;
  if (!json?.includes('"html":')) return json && escapeJson(json);
  return escapeJson(JSON.stringify(value, (key, field) => (key === 'html' ? undefined : field)));
}

/**
 * JSON of arrays in the data of pages, by array. It can be reused, because loaders return the same array for the same
 * cached data and never change it.
 */
const jsonOfArrays = new WeakMap<readonly unknown[], string>();

function toSharedJson(value: unknown): string | undefined {
  if (!Array.isArray(value)) return toJson(value);
  const known = jsonOfArrays.get(value);
  if (known !== undefined) return known;
  const json = toJson(value) ?? '[]';
  jsonOfArrays.set(value, json);
  return json;
}

/**
 * Serializes an object field by field, without `html` and without fields that JSON cannot represent, such as undefined
 * ones.
 */
function objectJson(fields: object, fieldToJson: (value: unknown, name: string) => string | undefined): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const json = name === 'html' ? undefined : fieldToJson(value, name);
    if (json !== undefined) parts.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${parts.join()}}`;
}

/**
 * Serializes the kind and the result of a page as fields of a JSON object, escaped for a `<script>` element. Structured
 * data and the origins for the content security policy are left out, because browsers do not use them.
 */
export function createPageHydrationJson(kind: RouteKind | null, page: PageResult): string {
  const { policySources: _policySources, head, ...rest } = page;
  const json = objectJson({ ...rest, head: { ...head, jsonLd: undefined } }, (value, name) =>
    name === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? objectJson(value, toSharedJson)
      : toJson(value),
  );
  return `"kind":${JSON.stringify(kind)},"page":${json}`;
}
