import { hydrateRoot } from 'react-dom/client';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { loadDictionary, loadLazyTexts } from '#client/core/dictionaries.ts';
import type { PageModulesByKind } from '#client/core/page-definition.ts';
import type { HydrationData } from '#client/router/hydration-data.ts';
import { reloadForNewRelease } from '#client/router/reload-for-new-release.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { BrowserApp } from './BrowserApp.tsx';
import { pageDefinitions } from './page-definitions.ts';
import { createVisitorStores } from './visitor-stores.ts';

async function start(hydration: HydrationData) {
  const { shell, today, kind } = hydration;
  const { lang, timeZone } = shell.site;
  const modules: PageModulesByKind = new Map();
  const [dictionary] = await Promise.all([
    loadDictionary(lang),
    kind && pageDefinitions[kind].load().then((module) => modules.set(kind, module)),
  ]);
  const texts = createTextsWithLazyDomains(lang, dictionary, timeZone);
  if (kind) await loadLazyTexts(texts, pageDefinitions[kind].texts);
  const app: AppContextValue = { shell, today, texts };
  const stores = createVisitorStores(shell.site.id);
  hydrateRoot(document, <BrowserApp app={app} stores={stores} modules={modules} hydration={hydration} />);
}

// The selector includes the element's name, because HTML that the estate wrote may use the same id.
const data = document.querySelector('script#hydration')?.textContent;
// The code of the page may fail to load because a new release has replaced it. If a reload does not help, the server's
// page stays usable without scripts.
if (data) start(JSON.parse(data) as HydrationData).catch(() => reloadForNewRelease(window.location.href));
