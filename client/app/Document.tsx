import { Outlet, useMatches } from 'react-router';
import { webLanguage } from '#shared/languages.ts';
import { useShell, useTexts } from './app-context.tsx';
import { PageHead } from './PageHead.tsx';
import { pageDefinitions } from './page-kinds.ts';
import type { PageHandle } from './routes.tsx';
import { failedPage, failureMessage, type SettledPage } from './settle-page.ts';

/** The whole document. Styles, scripts and the page's data are written into it by the server, around React's part. */
export function Document() {
  const { site } = useShell();
  const texts = useTexts();
  const match = useMatches().at(-1);
  const handle = match?.handle as PageHandle | undefined;
  const page = (match?.loaderData as SettledPage | undefined) ?? failedPage(500, failureMessage(500, texts));
  const layout = handle?.kind && !page.failure ? pageDefinitions[handle.kind].layout : 'page';
  return (
    <html lang={webLanguage[site.lang]}>
      <head>
        <PageHead head={page.head} status={page.status} />
      </head>
      <body data-layout={layout}>
        <a className="skip" href="#content">
          {texts.t('site.skip')}
        </a>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </body>
    </html>
  );
}
