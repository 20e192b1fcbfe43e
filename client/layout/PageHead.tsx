import { useShell } from '#client/core/app-context.tsx';
import type { LanguageLink } from '#client/core/language-links.ts';
import { useLocation } from '#client/core/navigation.ts';
import type { Head } from '#client/core/page-module.ts';
import { languageOf } from '#shared/languages.ts';
import { imageAddress } from '#shared/media/image-address.ts';
import { JsonLd } from './JsonLd.tsx';

interface PageHeadProps {
  head: Head;
  status: number;
  languages: readonly LanguageLink[];
}

/** The part of `<head>` that differs between pages. React moves it to the document's head and keeps it up to date. */
export function PageHead({ head, status, languages }: PageHeadProps) {
  const { site } = useShell();
  const { pathname } = useLocation();
  const title = head.title.includes(site.name) ? head.title : `${head.title} – ${site.name}`;
  const canonical = site.origin + (head.canonical ?? pathname);
  const listed = status === 200 && !head.noIndex;
  return (
    <>
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {listed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      {listed &&
        languages.length > 1 &&
        languages.map(({ code, canonical: there }) =>
          there === null ? null : <link key={code} rel="alternate" hrefLang={code} href={there} />,
        )}
      {head.previous && <link rel="prev" href={site.origin + head.previous} />}
      {head.next && <link rel="next" href={site.origin + head.next} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={languageOf(site.lang).openGraphLocale} />
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      {listed && <meta property="og:url" content={canonical} />}
      {head.image && <meta property="og:image" content={site.origin + imageAddress(head.image.url, 1200, 'jpeg')} />}
      <JsonLd things={head.jsonLd} />
    </>
  );
}
