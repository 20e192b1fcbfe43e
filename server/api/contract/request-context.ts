import type { KnownSite } from '#server/api/tenancy/known-sites.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localize } from './contract-route.ts';
import type { ServerText } from './server-texts.ts';

/** The site, language and time of a call, for functions that answer in the caller's words. */
export interface RequestContext {
  site: KnownSite;
  lang: Lang;
  /** Milliseconds since 1970. */
  now: number;
  say: (text: ServerText, values?: Readonly<Record<string, string | number>>) => string;
  localize: Localize;
}
