/** Thrown for bytes that are not UTF-8 text without a byte order mark. The message says what to do. */
export class TextEncodingError extends Error {}

/** @throws TextEncodingError */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    throw new TextEncodingError('begins with a byte order mark: save it as UTF-8 without BOM');
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0)
    throw new TextEncodingError('is encoded as UTF-16: save it as UTF-8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TextEncodingError('contains characters that are not UTF-8: save it as UTF-8');
  }
}

/** An object or array that the scan has entered. */
interface Level {
  /** The keys so far; null for an array. */
  keys: Set<string> | null;
  /** The present key, or the present index of an array. */
  at: string | number;
}

/**
 * Finds a key that an object of a JSON text has twice. `JSON.parse` would silently use the last value.
 * @param json A text that `JSON.parse` accepts.
 * @returns The path of the key, such as `products.0.name`; null if there is none.
 */
export function findDuplicateKey(json: string): string | null {
  const levels: Level[] = [];
  let isKey = false;
  for (let index = 0; index < json.length; index++) {
    const level = levels.at(-1);
    const character = json[index];
    if (character === '{' || character === '[') {
      levels.push(character === '{' ? { keys: new Set(), at: '' } : { keys: null, at: 0 });
      isKey = character === '{';
    } else if (character === '}' || character === ']') levels.pop();
    else if (character === ',' && level) {
      if (level.keys) isKey = true;
      else level.at = Number(level.at) + 1;
    } else if (character === '"') {
      const end = findStringEnd(json, index);
      if (isKey && level?.keys) {
        level.at = JSON.parse(json.slice(index, end + 1)) as string;
        if (level.keys.has(level.at)) return levels.map(({ at }) => at).join('.');
        level.keys.add(level.at);
        isKey = false;
      }
      index = end;
    }
  }
  return null;
}

/** Returns the index of the quotation mark that ends the string which begins at `start`. */
function findStringEnd(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end;
}
