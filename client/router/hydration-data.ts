import type { RouteKind } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { Shell } from '#client/core/shell.ts';
import type { Weekday } from '#shared/places/weekday.ts';

/** What the server tells the browser besides the document itself. */
export interface HydrationData {
  shell: Shell;
  today: Weekday;
  /** The kind of page whose code is needed; `null` for a failure that belongs to no kind. */
  kind: RouteKind | null;
  /** The loader's result, without fields called `html`. */
  page: PageResult;
}
