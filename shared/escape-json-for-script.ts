const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** Escapes JSON so that it cannot end the `<script>` element that contains it. */
export const escapeJsonForScript = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (char) => escapes[char] ?? char);
