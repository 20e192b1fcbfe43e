import { ThemeInput } from '#shared/site/site-input.ts';
import { themeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

/** Time in milliseconds without a change after which the preview is rendered again. */
const debounceMs = 500;

interface ThemePreviewState {
  /** URL path of the newest preview; null before the first one. */
  url: string | null;
  /** The reason why there is no newer preview; empty if the server did not respond, null if nothing failed. */
  failure: string | null;
}

/**
 * Renders the home page in the theme of a form on the server, shortly after each change. While the form is incomplete,
 * the last preview stays.
 */
export function useThemePreview(values: Readonly<Record<string, unknown>>): ThemePreviewState {
  const theme = ThemeInput.safeParse(toItemInput(themeResourceSpec, values)).data;
  const { data, error } = useQueryKeepingData(
    theme ? (signal) => callAdminApi('PUT /admin/theme/preview', { body: { theme }, signal }) : null,
    [theme && JSON.stringify(theme)],
    { debounceMs },
  );
  return { url: data?.url ?? null, failure: error?.message ?? null };
}
