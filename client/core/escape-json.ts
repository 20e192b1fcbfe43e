const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** JSON that can stand in a `<script>`: nothing in it can end the element. */
export const escapeJson = (json: string): string => json.replace(/[<\u2028\u2029]/g, (char) => escapes[char] ?? char);
