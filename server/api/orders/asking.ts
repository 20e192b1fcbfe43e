import type { Localize } from '#server/api/contract/contract-route.ts';
import type { ServerText } from '#server/api/contract/server-texts.ts';
import type { KnownSite } from '#server/api/tenancy/known-sites.ts';
import type { Lang } from '#shared/languages.ts';

/** Who asks, where, in which language, and when. */
export interface Asking {
  site: KnownSite;
  lang: Lang;
  /** Milliseconds since 1970. */
  now: number;
  say: (text: ServerText, values?: Readonly<Record<string, string | number>>) => string;
  localize: Localize;
}
