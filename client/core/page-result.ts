import type { PolicySources } from '#shared/policy-sources.ts';
import type { TextKey, Texts } from '#shared/texts.ts';
import type { PageMetadata } from './page-module.ts';

export interface PageFailure {
  status: number;
  message: string;
  /** Set while the estate has not opened its site; header and footer are hidden then. */
  isBuilding?: true;
}

/** Result of a page's loader: the page, or a failure that is shown in its place. */
export interface PageResult {
  status: number;
  data: unknown;
  head: PageMetadata;
  policySources?: PolicySources;
  failure?: PageFailure;
}

const messages: Record<number, TextKey> = { 404: 'site.error.404', 503: 'site.error.503' };

/** Returns the message for a failure of which only the status is known. */
export const failureMessage = (status: number, { t }: Texts): string => t(messages[status] ?? 'site.error.500');

export function createFailurePage(status: number, message: string): PageResult {
  return { status, data: null, head: { title: message, noIndex: true }, failure: { status, message } };
}

/** Replaces every page until the estate opens its site. */
export function createSiteInPreparationPage({ t }: Texts): PageResult {
  const message = t('site.building');
  return { ...createFailurePage(503, message), failure: { status: 503, message, isBuilding: true } };
}
