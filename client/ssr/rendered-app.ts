import { createStaticHandler, type StaticHandler } from 'react-router';
import { pageDefinitions, type RouteKind } from '#client/app/page-kinds.ts';
import type { Stores } from '#client/app/stores.ts';
import type { AppValue } from '#client/core/app-context.tsx';
import { dictionary as english } from '#client/core/dictionary.en.ts';
import { dictionary as french } from '#client/core/dictionary.fr_FR.ts';
import { escapeJson } from '#client/core/escape-json.ts';
import { type LoadedModules, siteRoutes } from '#client/router/routes.ts';
import type { Lang } from '#shared/languages.ts';
import accountsEnglish from '#shared/texts/en/accounts.json' with { type: 'json' };
import orderingEnglish from '#shared/texts/en/ordering.json' with { type: 'json' };
import accountsFrench from '#shared/texts/fr_FR/accounts.json' with { type: 'json' };
import orderingFrench from '#shared/texts/fr_FR/ordering.json' with { type: 'json' };
import { type Dictionary, type PageTexts, textsFor } from '#shared/texts.ts';
import type { LoadedSite } from './load-shell.ts';
import { type RenderedTheme, renderTheme } from './render-theme.ts';

const dictionaries: Record<Lang, Dictionary> = {
  fr_FR: { ...french, accounts: accountsFrench, ordering: orderingFrench },
  en: { ...english, accounts: accountsEnglish, ordering: orderingEnglish },
};

export const textsOf = ({ lang, timeZone }: { lang: Lang; timeZone: string }): PageTexts =>
  textsFor(lang, dictionaries[lang], timeZone);

const kinds = Object.keys(pageDefinitions) as RouteKind[];

/** The code of every kind of page: on the server all of it is at hand. */
export const pageModules: Promise<LoadedModules> = Promise.all(
  kinds.map(async (kind) => [kind, await pageDefinitions[kind].load()] as const),
).then((modules) => new Map(modules));

/** What is made once for a site and used for all its pages until it changes. */
export interface RenderedApp {
  /** Without stores: each rendering has its own. */
  app: Omit<AppValue, keyof Stores>;
  handler: StaticHandler;
  modules: LoadedModules;
  theme: RenderedTheme;
  /** SHA-256 of the code that the estate has every page load, or empty. */
  scripts: string;
  /** The shell as JSON that can stand in a `<script>`. */
  shellJson: string;
}

const made = new WeakMap<LoadedSite, RenderedApp>();

export async function appFor(site: LoadedSite): Promise<RenderedApp> {
  const before = made.get(site);
  if (before) return before;
  const modules = await pageModules;
  const { shell, today } = site;
  const app = { shell, today, texts: textsOf(shell.site) };
  const rendered: RenderedApp = {
    app,
    modules,
    handler: createStaticHandler(siteRoutes(app, modules)),
    theme: renderTheme(site.theme, site.info, site.parameters),
    scripts: site.info.scripts,
    shellJson: escapeJson(JSON.stringify(shell)),
  };
  made.set(site, rendered);
  return rendered;
}
