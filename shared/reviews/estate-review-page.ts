import type { Parameter } from '#shared/site/site-contract.ts';
import type { PublishedReviewPage } from './review-schemas.ts';

/** Returns the host name of the estate's reviews service; null if the estate uses none. */
export function findReviewServiceHost(parameters: readonly Parameter[]): string | null {
  const url = parameters.find(({ type }) => type === 'REVIEWS_SERVICE_URL')?.value;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * True if the page with the reviews of the estate shows reviews of its own or those of a service. Search engines list
 * only such a page, because otherwise it contains nothing but the rules for reviews.
 */
export const hasEstateReviews = ({ summary }: Pick<PublishedReviewPage, 'summary'>, service: string | null): boolean =>
  summary.count > 0 || service !== null;
