import type { RouteKind } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';

/** Leaves out fields named `html`: the document contains that HTML already, and `ServerHtml` reads it from there. */
function toJson(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined;
  if (!json?.includes('"html":')) return json && escapeJsonForScript(json);
  return escapeJsonForScript(JSON.stringify(value, (key, field) => (key === 'html' ? undefined : field)));
}

/** A part of a JSON text. Long parts that are reused are cached in UTF-8, so that they are encoded only once. */
type JsonPart = string | Uint8Array;

/**
 * Minimum length in characters of JSON that is cached in UTF-8. Caching shorter texts this way would cost more than it
 * saves.
 */
const minEncodedLength = 1_000;

/**
 * JSON of arrays and of the API's objects in the data of pages. It can be reused, because the data cache freezes the
 * API's objects, and because loaders return the same array for the same cached data and never change it.
 */
const reusableJson = new WeakMap<object, JsonPart>();

const isReusable = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.isFrozen(value));

function toSharedJson(value: unknown): JsonPart | undefined {
  if (!isReusable(value)) return toJson(value);
  const known = reusableJson.get(value);
  if (known !== undefined) return known;
  const json = toJson(value);
  if (json === undefined) return undefined;
  const part = json.length < minEncodedLength ? json : Buffer.from(json);
  reusableJson.set(value, part);
  return part;
}

/**
 * Serializes an object field by field, without `html` and without fields that JSON cannot represent, such as undefined
 * ones.
 */
function objectJson(fields: object, fieldToJson: (value: unknown, name: string) => readonly JsonPart[]): JsonPart[] {
  const parts: JsonPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const json = name === 'html' ? [] : fieldToJson(value, name);
    if (json.length > 0) parts.push(`${parts.length > 0 ? ',' : '{'}${JSON.stringify(name)}:`, ...json);
  }
  return parts.length > 0 ? [...parts, '}'] : ['{}'];
}

const toParts = (json: JsonPart | undefined): JsonPart[] => (json === undefined ? [] : [json]);

/** Encodes the parts in UTF-8. Adjacent texts are encoded together. */
function encodeParts(parts: readonly JsonPart[]): Uint8Array[] {
  const encoded: Uint8Array[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      encoded.push(Buffer.from(text), part);
      text = '';
    }
  }
  return [...encoded, Buffer.from(text)];
}

/**
 * Serializes the kind and the result of a page as fields of a JSON object, escaped for a `<script>` element. Structured
 * data and the origins for the content security policy are left out, because the client does not use them.
 * @returns the parts of the JSON, in UTF-8
 */
export function encodePageAsHydrationJsonParts(kind: RouteKind | null, page: PageResult): Uint8Array[] {
  const { policySources: _policySources, head, ...rest } = page;
  const json = objectJson({ ...rest, head: { ...head, jsonLd: undefined } }, (value, name) =>
    name === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? objectJson(value, (field) => toParts(toSharedJson(field)))
      : toParts(toJson(value)),
  );
  return encodeParts([`"kind":${JSON.stringify(kind)},"page":`, ...json]);
}
