import type { ComponentType } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createLanguageLinks } from '#client/core/create-language-links.ts';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import type { PageDefinition } from '#client/core/page-definition.ts';
import { FullscreenSliderHost } from '#client/ui/FullscreenSlider/FullscreenSliderHost.tsx';
import { getLocale } from '#shared/languages.ts';
import { Footer } from './Footer/Footer.tsx';
import { BottomBar } from './navigation/BottomBar.tsx';
import { Header } from './navigation/Header.tsx';
import type { PageOverlaysProps } from './notices/PageOverlays.tsx';
import { PageHead } from './PageHead.tsx';
import { PageOrFailure } from './PageOrFailure.tsx';

interface DocumentProps {
  view: LoadedPage;
  layout: PageDefinition['layout'];
  /** The component for notices. It is missing until its code has loaded, after hydration. */
  PageOverlays?: ComponentType<PageOverlaysProps> | undefined;
}

/** Renders the document. The server inserts styles, scripts and hydration data into React's output. */
export function Document({ view, layout, PageOverlays }: DocumentProps) {
  const shell = useSiteShell();
  const { t } = useTexts();
  const { page, location } = view;
  const languages = createLanguageLinks(shell, location.pathname, page.head);
  const isBuilding = page.failure?.isBuilding ?? false;
  return (
    <html lang={getLocale(shell.site.lang)}>
      <head>
        <PageHead head={page.head} status={page.status} languages={languages} />
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
