import type { ComponentType } from 'react';
import { Helmet } from 'react-helmet-async';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createLanguageLinks, type LanguageLink } from '#client/core/create-language-links.ts';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { useLocation } from '#client/core/navigation.ts';
import type { PageDefinition } from '#client/core/page-definition.ts';
import type { PageMetadata } from '#client/core/page-module.ts';
import { FullscreenSliderHost } from '#client/ui/FullscreenSlider/FullscreenSliderHost.tsx';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';
import { getLanguageRecord, getLocale } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { CrashPage, ErrorPage } from './ErrorPage.tsx';
import { Footer } from './Footer/Footer.tsx';
import { BottomBar } from './navigation/BottomBar.tsx';
import { Header } from './navigation/Header.tsx';
import type { PageOverlaysProps } from './notices/PageOverlays.tsx';

interface DocumentProps {
  view: LoadedPage;
  /** True on the server, which has sent the part of `<head>` that `PageHead` renders before it renders the document. */
  isHeadSent?: boolean | undefined;
  layout: PageDefinition['layout'];
  /** The component for notices. It is missing until its code has loaded, after hydration. */
  PageOverlays?: ComponentType<PageOverlaysProps> | undefined;
}

interface PageHeadProps {
  head: PageMetadata;
  status: number;
  languages: readonly LanguageLink[];
}

/** Structured data for search engines. Only the server renders it, and hydration leaves the element in place. */
function JsonLd({ items }: { items: readonly object[] | undefined }) {
  if (!import.meta.env.SSR || !items?.length) return null;
  const graph = escapeJsonForScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': items }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: graph }} />;
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
  );
}

/**
 * Shows the page or its failure. The key changes with the path, which resets the state of the page and of the error
 * boundary.
 */
function PageOrFailure({ view: { Page, page, location } }: { view: LoadedPage }) {
  if (page.failure) return <ErrorPage failure={page.failure} />;
  return (
    <ErrorBoundary key={location.pathname} fallback={<CrashPage />}>
      {Page && <Page data={page.data as never} />}
    </ErrorBoundary>
  );
}

/** Renders the document. The server inserts styles, scripts and hydration data into React's output. */
export function Document({ view, layout, isHeadSent = false, PageOverlays }: DocumentProps) {
  const shell = useSiteShell();
  const { t } = useTexts();
  const { page, location } = view;
  const languages = createLanguageLinks(shell, location.pathname, page.head);
  const isBuilding = page.failure?.isBuilding ?? false;
  return (
    <html lang={getLocale(shell.site.lang)}>
      <head>
        {!isHeadSent && <PageHead head={page.head} status={page.status} languages={languages} />}
        <JsonLd items={page.head.jsonLd} />
      </head>
      <body data-layout={layout}>
        <a className="skip" href="#content">
          {t('site.skip')}
        </a>
        <ErrorBoundary>{!isBuilding && <Header languages={languages} />}</ErrorBoundary>
        <main id="content" tabIndex={-1}>
          <PageOrFailure view={view} />
        </main>
        <ErrorBoundary>{!isBuilding && <Footer />}</ErrorBoundary>
        <ErrorBoundary>{!isBuilding && <BottomBar />}</ErrorBoundary>
        <ErrorBoundary key={location.pathname} fallback={null}>
          <FullscreenSliderHost
            labels={{
              slider: t('catalogue.product.pictures'),
              close: t('site.close'),
              previous: t('catalogue.slider.previous'),
              next: t('catalogue.slider.next'),
            }}
          />
        </ErrorBoundary>
        {PageOverlays && <PageOverlays page={page} kind={view.kind} />}
      </body>
    </html>
  );
}
