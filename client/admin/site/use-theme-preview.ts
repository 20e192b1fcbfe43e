import { useEffect, useState } from 'react';
import type { DataOf } from '#shared/endpoint.ts';
import type { PagesContract } from '#shared/pages/pages-contract.ts';
import { ThemeInput } from '#shared/site/site-input.ts';
import { themeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';

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
  const [state, setState] = useState<ThemePreviewState>({ url: null, failure: null });
  const theme = ThemeInput.safeParse(toItemInput(themeResourceSpec, values)).data;
  const body = theme && JSON.stringify({ theme });
  useEffect(() => {
    if (body === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      try {
        const call = { method: 'PUT', body: JSON.parse(body) as object, signal } as const;
        const { url } = await callAdminApi<DataOf<PagesContract['PUT /admin/theme/preview']>>(
          '/admin/theme/preview',
          call,
        );
        setState({ url, failure: null });
      } catch (error) {
        if (signal.aborted) return;
        setState((before) => ({ ...before, failure: error instanceof Error ? error.message : '' }));
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body]);
  return state;
}
