import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';

/** Structured data for search engines. Only the server renders it, and hydration leaves the element in place. */
export function JsonLd({ items }: { items: readonly object[] | undefined }) {
  if (!import.meta.env.SSR || !items?.length) return null;
  const graph = escapeJsonForScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': items }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: graph }} />;
}
