/**
 * Parses JSON and returns undefined if it is invalid. An error of `JSON.parse` would quote its input, which may be
 * confidential.
 */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
