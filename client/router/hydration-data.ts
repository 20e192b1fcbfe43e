import type { RouteKind } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import type { Weekday } from '#shared/places/weekday.ts';

export interface HydrationData {
  shell: SiteShell;
  today: Weekday;
  /** The kind of page; `null` for a failure, which needs the code of no page. */
  kind: RouteKind | null;
  /** The result of the page's loader, without fields named `html`. */
  page: PageResult;
}
