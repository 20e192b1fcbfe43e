import type { CspSources } from '#shared/csp-sources.ts';
import type { TextKey, Texts } from '#shared/texts.ts';
import type { PageMetadata } from './page-module.ts';

export interface PageFailure {
  status: number;
  message: string;
  /** The API's explanation for the visitor, in place of the general message for the status. */
  explanation?: string;
  /** True while the site is being prepared. Header and footer are then hidden. */
  isBuilding?: true;
}

/** Result of a page's loader: the page, or a failure that is shown in place of the page. */
export interface PageResult {
  status: number;
  data: unknown;
  head: PageMetadata;
  policySources?: CspSources;
  failure?: PageFailure;
}

const messages: Record<number, TextKey> = { 404: 'site.error.404', 503: 'site.error.503' };

/** Returns the general message to visitors for an HTTP status, for a failure without a specific one. */
export const getFailureMessageOfStatus = (status: number, { t }: Texts): string =>
  t(messages[status] ?? 'site.error.500');

export function createFailurePage(status: number, message: string, explanation?: string): PageResult {
  const failure = { status, message, ...(explanation && { explanation }) };
  return { status, data: null, head: { title: message, hasNoIndex: true }, failure };
}

export function createSiteInPreparationPage({ t }: Texts): PageResult {
  const message = t('site.building');
  return { ...createFailurePage(503, message), failure: { status: 503, message, isBuilding: true } };
}
