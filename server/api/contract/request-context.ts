import type { SiteRecord } from '#server/api/tenancy/site-directory.ts';
import type { Lang } from '#shared/languages.ts';
import type { LanguagePicker } from './contract-route.ts';
import type { ServerText } from './server-texts.ts';

/** The site, language and time of a call, for functions whose result contains texts for the caller. */
export interface RequestContext {
  site: SiteRecord;
  lang: Lang;
  /** Milliseconds since 1970. */
  now: number;
  translate: (text: ServerText, values?: Readonly<Record<string, string | number>>) => string;
  pickLanguage: LanguagePicker;
}
