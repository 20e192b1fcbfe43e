import { escapeJson } from '#client/core/escape-json.ts';

/** What search engines read. It is written by the server alone; the browser keeps the element as it came. */
export function JsonLd({ things }: { things: readonly object[] | undefined }) {
  if (!import.meta.env.SSR || !things?.length) return null;
  const graph = escapeJson(JSON.stringify({ '@context': 'https://schema.org', '@graph': things }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: graph }} />;
}
