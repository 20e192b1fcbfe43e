import { useEffect, useState } from 'react';
import { useSiteShell, useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { useLocation } from '#client/core/navigation.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { ConsentController } from '#client/features/consent/start-consent.ts';
import { isPathWithoutThirdPartyCode } from '#shared/site/personal-paths.ts';

/**
 * Asks for consent to cookies and reports visits to the services that the visitor allows. On a site without such
 * services nothing is loaded.
 */
export function ConsentAndTracking({ page }: { page: PageResult }) {
  const shell = useSiteShell();
  const texts = useTextsWithLazyDomains();
  const { pathname } = useLocation();
  const [controller, setController] = useState<ConsentController>();
  // The first page determines the content security policy of the document, which later pages do not change.
  const [isPersonalDocument] = useState(() => isPathWithoutThirdPartyCode(pathname));
  const hasServices = Object.keys(shell.externalIds).length > 0;

  useEffect(() => {
    if (!hasServices) return undefined;
    let isUnmounted = false;
    let started: ConsentController | undefined;
    import('#client/features/consent/start-consent.ts').then(
      ({ startConsent }) => {
        if (isUnmounted) return;
        started = startConsent(shell, texts, { isPersonalDocument });
        setController(started);
      },
      // Some browser extensions block code for consent. No service runs then, and the page works without it.
      () => {},
    );
    return () => {
      isUnmounted = true;
      started?.stop();
    };
  }, [hasServices, shell, texts, isPersonalDocument]);

  useEffect(() => controller?.showPage(pathname, page), [controller, pathname, page]);

  return null;
}
