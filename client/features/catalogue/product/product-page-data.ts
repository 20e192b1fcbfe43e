import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import type { ProductView } from './product-view.ts';

export interface ProductPageData {
  product: ProductView;
  crumbs: BreadcrumbItem[];
  /** Description of the product. It is not part of the hydration data, because the document already contains it. */
  html?: string;
  /** Delivery terms of the estate. Their HTML is not part of the hydration data. */
  shipping: { html?: string } | null;
  /** The newest reviews of the product; null if there are none. */
  reviews: PublishedReviewPage | null;
  /** Host name of the estate's reviews service; null if the estate uses none. */
  reviewsServiceHost: string | null;
  /**
   * URL path of the technical sheet of the chosen variant; null for a box or a voucher, or if the estate offers none.
   */
  technicalSheet: string | null;
}
