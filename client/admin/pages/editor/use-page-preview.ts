import type { PageContent } from '#shared/pages/page-content.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import type { PageCalls } from './page-calls.ts';

/** Time in milliseconds without a change after which the preview is rendered again. */
const debounceMs = 700;

interface PreviewState {
  /** URL path of the newest preview; null before the first one. */
  url: string | null;
  /** The numbers, from 1, of the sections that the preview leaves out, because they are incomplete. */
  incomplete: readonly number[];
  /** The reason why there is no newer preview; empty if the server did not respond, null if nothing failed. */
  failure: string | null;
}

/** Returns the numbers of the sections, starting at 1, to which the fields of error messages belong. */
export const listSectionNumbersWithErrors = (errors: Readonly<Record<string, string>>): number[] => [
  ...new Set(
    Object.keys(errors).flatMap((field) => {
      const index = /^sections\.(\d+)/.exec(field)?.[1];
      return index === undefined ? [] : [Number(index) + 1];
    }),
  ),
];

/** Renders the content of the editor on the server, shortly after each change. */
export function usePagePreview(calls: PageCalls, content: PageContent): PreviewState {
  const { data, error } = useQueryKeepingData((signal) => calls.preview(content, signal), [calls, content], {
    debounceMs,
  });
  return {
    url: data?.url ?? null,
    incomplete: data ? listSectionNumbersWithErrors(data.errors) : [],
    failure: error?.message ?? null,
  };
}
