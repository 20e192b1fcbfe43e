import type { Lang } from '#shared/languages.ts';
import { toLocalWeekday } from '#shared/places/weekday.ts';
import type { SiteInLanguage } from '#shared/rendering.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';
import type { LoadedSite } from './load-site.ts';

/** Creates a site without any data of the API, for rendering failure pages while the API is unavailable. */
export function createFallbackSite({
  id,
  name,
  lang,
  defaultLang,
  timeZone,
  origin,
  alternates,
}: SiteInLanguage): LoadedSite {
  return {
    shell: {
      site: { id, name, lang, defaultLang, timeZone, origin, alternates },
      parameters: {},
      logos: {},
      pages: [],
      address: null,
      newsletter: '',
      externalIds: {},
    },
    parameters: {},
    info: fallbackInfo(name, defaultLang, timeZone),
    theme: fallbackTheme,
    today: toLocalWeekday(new Date(), timeZone),
  };
}

const fallbackTheme: Theme = {
  primary: '#3f4a3c',
  accent: '#b08d3f',
  backgrounds: { paper: '#f7f4ea', raised: '#fffdf6', footer: '#3f4a3c' },
  ink: '#2b2a1c',
  fonts: [],
  menu: { background: '#f7f4ea', ink: '#2b2a1c', current: '#3f4a3c' },
};

const fallbackInfo = (name: string, defaultLang: Lang, timeZone: string): SiteInfo => ({
  name,
  devUrl: '',
  prodUrl: '',
  server: '',
  url: '',
  fonts: [],
  isWinemaker: true,
  isECommerce: false,
  isBuilding: false,
  technicalFileModel: null,
  dashboardType: null,
  defaultLang,
  timeZone,
  scripts: '',
  externalIds: {},
  popups: [],
});
