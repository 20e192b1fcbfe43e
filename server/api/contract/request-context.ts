import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { Lang } from '#shared/languages.ts';
import type { PickLocalizedText } from './contract-route.ts';
import type { ServerTextKey } from './server-texts.ts';

/** The site, language and time of a call, for functions whose result contains texts for the caller. */
export interface RequestContext {
  site: SiteRecord;
  lang: Lang;
  /** The time of the call in milliseconds since 1970. */
  now: number;
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
  pickLanguage: PickLocalizedText;
}
