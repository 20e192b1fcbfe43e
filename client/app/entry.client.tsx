import { hydrateRoot } from 'react-dom/client';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { addLazyTexts, loadDictionary } from '#client/core/dictionaries.ts';
import type { LoadedModules } from '#client/core/page-definition.ts';
import type { HydrationData } from '#client/router/hydration-data.ts';
import { reloadForNewRelease } from '#client/router/reload-for-new-release.ts';
import { textsFor } from '#shared/texts.ts';
import { BrowserApp } from './BrowserApp.tsx';
import { pageDefinitions } from './page-kinds.ts';
import { splitCombinedCart } from './split-combined-cart.ts';
import { createVisitorStores } from './stores.ts';

async function start(hydration: HydrationData) {
  const { shell, today, kind } = hydration;
  const { lang, timeZone } = shell.site;
  const modules: LoadedModules = new Map();
  const [dictionary] = await Promise.all([
    loadDictionary(lang),
    kind && pageDefinitions[kind].load().then((module) => modules.set(kind, module)),
  ]);
  const texts = textsFor(lang, dictionary, timeZone);
  if (kind) await addLazyTexts(texts, pageDefinitions[kind].texts);
  const app: AppContextValue = { shell, today, texts };
  splitCombinedCart(shell.site.id);
  const stores = createVisitorStores(shell.site.id);
  hydrateRoot(document, <BrowserApp app={app} stores={stores} modules={modules} hydration={hydration} />);
}

// The selector names the element, because HTML of the estate may use the same id.
const data = document.querySelector('script#hydration')?.textContent;
// If the code cannot be loaded, the server's page stays usable without scripts.
if (data) start(JSON.parse(data) as HydrationData).catch(() => reloadForNewRelease(window.location.href));
