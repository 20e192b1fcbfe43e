import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import type { ElementDetail } from '#shared/elements/elements-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import type { ElementTeaser } from './element-teaser.ts';

export interface ElementPageData
  extends Omit<ElementDetail, 'image' | 'images' | 'publishedAt' | 'updatedAt' | 'slug'> {
  path: string;
  picture: PictureData | null;
  pictures: PictureData[];
  crumbs: BreadcrumbItem[];
  list: string;
  others: ElementTeaser[];
  /** The result that the server adds to the response to a registration that was sent without scripts. */
  sent?: FormSubmissionResult;
}
