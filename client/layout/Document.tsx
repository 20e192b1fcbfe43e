import { pageDefinitions } from '#client/app/page-kinds.ts';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { languageLinks } from '#client/core/language-links.ts';
import type { PageView } from '#client/core/page-view.ts';
import { FullscreenSliderHost } from '#client/ui/FullscreenSlider/FullscreenSliderHost.tsx';
import { localeOf } from '#shared/languages.ts';
import { Footer } from './footer/Footer.tsx';
import { BottomBar } from './header/BottomBar.tsx';
import { Header } from './header/Header.tsx';
import { Connectivity } from './notices/Connectivity.tsx';
import { LoadingBar } from './notices/LoadingBar.tsx';
import { ModalContainer } from './notices/ModalContainer.tsx';
import { PageAnnouncer } from './notices/PageAnnouncer.tsx';
import { Toasts } from './notices/Toasts.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageHead } from './PageHead.tsx';

/** The whole document. Styles, scripts and the page's data are written into it by the server, around React's part. */
export function Document({ view }: { view: PageView }) {
  const shell = useShell();
  const { t } = useTexts();
  const { kind, page, location } = view;
  const languages = languageLinks(shell, location.pathname, page.head);
  const building = page.failure?.building ?? false;
  return (
    <html lang={localeOf(shell.site.lang)}>
      <head>
        <PageHead head={page.head} status={page.status} languages={languages} />
      </head>
      <body data-layout={kind ? pageDefinitions[kind].layout : 'page'}>
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
        <FullscreenSliderHost />
        <Toasts />
      </body>
    </html>
  );
}
