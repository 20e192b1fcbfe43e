import { webLanguage } from '#shared/languages.ts';
import { useShell, useTexts } from './app-context.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageHead } from './PageHead.tsx';
import { pageDefinitions } from './page-kinds.ts';
import type { PageView } from './page-view.ts';

/** The whole document. Styles, scripts and the page's data are written into it by the server, around React's part. */
export function Document({ view }: { view: PageView }) {
  const { site } = useShell();
  const { t } = useTexts();
  const { kind, page } = view;
  const layout = kind ? pageDefinitions[kind].layout : 'page';
  return (
    <html lang={webLanguage[site.lang]}>
      <head>
        <PageHead head={page.head} status={page.status} />
      </head>
      <body data-layout={layout}>
        <a className="skip" href="#content">
          {t('site.skip')}
        </a>
        <main id="content" tabIndex={-1}>
          <PageFrame view={view} />
        </main>
      </body>
    </html>
  );
}
