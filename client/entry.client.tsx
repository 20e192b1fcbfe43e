import { hydrateRoot } from 'react-dom/client';
import { textsFor } from '#shared/texts.ts';
import type { AppValue } from './app/app-context.tsx';
import { BrowserApp } from './app/BrowserApp.tsx';
import { reloadForNewCode } from './app/chunk-failure.ts';
import { dictionaries, learnTexts } from './app/dictionaries.ts';
import type { HydrationData } from './app/hydration.ts';
import { pageDefinitions } from './app/page-kinds.ts';
import type { LoadedModules } from './app/routes.ts';
import { createStores } from './app/stores.ts';

async function start(hydration: HydrationData) {
  const { shell, today, kind } = hydration;
  const { lang, timeZone } = shell.site;
  const modules: LoadedModules = new Map();
  const [{ dictionary }] = await Promise.all([
    dictionaries[lang].load(),
    kind && pageDefinitions[kind].load().then((module) => modules.set(kind, module)),
  ]);
  const texts = textsFor(lang, dictionary, timeZone);
  if (kind) await learnTexts(texts, pageDefinitions[kind].texts);
  const app: AppValue = { shell, today, texts, ...createStores(shell.site.id) };
  hydrateRoot(document, <BrowserApp app={app} modules={modules} hydration={hydration} />);
}

// The element by its kind, too: a text of the estate may have headings and ids of any name.
const data = document.querySelector('script#hydration')?.textContent;
// Without its code the page stays what the server sent: readable, every link works.
if (data) start(JSON.parse(data) as HydrationData).catch(() => reloadForNewCode(window.location.href));
