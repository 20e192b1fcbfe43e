/** Returns undefined for invalid JSON. The error of `JSON.parse` quotes its input, which may be confidential. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
