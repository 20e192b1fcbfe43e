import { useShell, useTexts } from '#client/core/app-context.tsx';
import { languageLinks } from '#client/core/language-links.ts';
import type { PageDefinition } from '#client/core/page-definition.ts';
import type { PageView } from '#client/core/page-view.ts';
import { FullscreenSliderHost } from '#client/ui/FullscreenSlider/FullscreenSliderHost.tsx';
import { localeOf } from '#shared/languages.ts';
import { Footer } from './Footer/Footer.tsx';
import { BottomBar } from './navigation/BottomBar.tsx';
import { Header } from './navigation/Header.tsx';
import { Connectivity } from './notices/Connectivity.tsx';
import { LoadingBar } from './notices/LoadingBar.tsx';
import { ModalContainer } from './notices/ModalContainer.tsx';
import { PageAnnouncer } from './notices/PageAnnouncer.tsx';
import { Toasts } from './notices/Toasts.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageHead } from './PageHead.tsx';

interface DocumentProps {
  view: PageView;
  layout: PageDefinition['layout'];
}

/** The whole document. The server inserts styles, scripts and the page's data around React's part. */
export function Document({ view, layout }: DocumentProps) {
  const shell = useShell();
  const { t } = useTexts();
  const { page, location } = view;
  const languages = languageLinks(shell, location.pathname, page.head);
  const building = page.failure?.building ?? false;
  return (
    <html lang={localeOf(shell.site.lang)}>
      <head>
        <PageHead head={page.head} status={page.status} languages={languages} />
      </head>
      <body data-layout={layout}>
        <a className="skip" href="#content">
          {t('site.skip')}
        </a>
        {!building && <Header languages={languages} />}
        <main id="content" tabIndex={-1}>
          <PageFrame view={view} />
        </main>
        {!building && <Footer />}
        {!building && <BottomBar />}
        <LoadingBar failed={page.status >= 500} />
        <Connectivity />
        <PageAnnouncer title={page.head.title} />
        <ModalContainer />
        <FullscreenSliderHost
          labels={{
            slider: t('catalogue.product.pictures'),
            close: t('site.close'),
            previous: t('catalogue.slider.previous'),
            next: t('catalogue.slider.next'),
          }}
        />
        <Toasts />
      </body>
    </html>
  );
}
