import { Helmet } from 'react-helmet-async';
import { useSiteShell } from '#client/core/app-context.tsx';
import type { LanguageLink } from '#client/core/create-language-links.ts';
import { useLocation } from '#client/core/navigation.ts';
import type { PageMetadata } from '#client/core/page-module.ts';
import { getLanguageRecord } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { JsonLd } from './JsonLd.tsx';

interface PageHeadProps {
  head: PageMetadata;
  status: number;
  languages: readonly LanguageLink[];
}

/**
 * Renders the part of `<head>` that differs between pages. It contains the document's only `<Helmet>`: on React 19 the
 * library renders plain elements, so a second one would duplicate title and metadata instead of replacing them.
 */
export function PageHead({ head, status, languages }: PageHeadProps) {
  const { site } = useSiteShell();
  const { pathname } = useLocation();
  const title = head.title.includes(site.name) ? head.title : `${head.title} – ${site.name}`;
  const canonical = site.origin + (head.canonical ?? pathname);
  const isIndexed = status === 200 && !head.hasNoIndex;
  return (
    <>
      <Helmet>
        <title>{title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {isIndexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
        {isIndexed &&
          languages.length > 1 &&
          languages.map(({ code, canonical: address }) =>
            address === null ? null : <link key={code} rel="alternate" hrefLang={code} href={address} />,
          )}
        {head.previous && <link rel="prev" href={site.origin + head.previous} />}
        {head.next && <link rel="next" href={site.origin + head.next} />}
        <meta property="og:site_name" content={site.name} />
        <meta property="og:locale" content={getLanguageRecord(site.lang).openGraphLocale} />
        <meta property="og:type" content={head.type ?? 'website'} />
        <meta property="og:title" content={head.title} />
        {head.description && <meta property="og:description" content={head.description} />}
        {isIndexed && <meta property="og:url" content={canonical} />}
        {head.image && <meta property="og:image" content={site.origin + buildImageUrl(head.image.url, 1200, 'jpeg')} />}
      </Helmet>
      <JsonLd items={head.jsonLd} />
    </>
  );
}
