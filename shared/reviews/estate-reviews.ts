import type { Parameter } from '#shared/site/site-contract.ts';
import type { PublishedReviewPage } from './review-schemas.ts';

/** Returns the host name of the estate's reviews service; null if the estate uses none. */
export function findReviewsHost(parameters: readonly Parameter[]): string | null {
  const url = parameters.find(({ type }) => type === 'REVIEWS_SERVICE_URL')?.value;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * Checks whether the page with the reviews of the estate shows reviews, either from the platform or from a reviews
 * service. Otherwise it contains only the rules for reviews, and search engines must not list it.
 */
export const hasReviewsPage = ({ summary }: Pick<PublishedReviewPage, 'summary'>, service: string | null): boolean =>
  summary.count > 0 || service !== null;
