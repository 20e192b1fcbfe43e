import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { countPages } from '#client/core/count-pages.ts';
import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import { type LoaderArgs, notFound, type PageLoader } from '#client/core/page-module.ts';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageSize } from '#shared/limits.ts';
import { hasEstateReviews } from '#shared/reviews/estate-review-page.ts';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import { ReviewList } from '../ReviewList.tsx';
import { ReviewNotice } from '../ReviewNotice.tsx';
import { ReviewSummary } from '../ReviewSummary.tsx';
import css from '../Reviews.module.css';
import { readReviewService } from '../read-review-service.ts';
import { createReviewJsonLd } from '../review-json-ld.ts';
import { ServiceReviewsSlot } from '../ServiceReviewsSlot.tsx';
import { ReviewPolicy } from './ReviewPolicy.tsx';

export const declaredParameters = ['page'];

interface EstateReviewsData {
  title: string;
  page: number;
  pages: number;
  reviews: PublishedReviewPage;
  /** Host name of the estate's reviews service; null if the estate uses none. */
  service: string | null;
}

const pagePath = (page: number) => (page === 1 ? '/reviews' : `/reviews?page=${page}`);

export const loader: PageLoader<EstateReviewsData> = async (args) => {
  const { read, url, texts, site } = args;
  const requested = url.searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(requested)) throw notFound();
  const page = Number(requested);
  const [reviews, service] = await Promise.all([
    read('GET /estate/review', { query: { page, nbItem: pageSize.list } }),
    readReviewService(read),
  ]);
  const pages = countPages(reviews.total, pageSize.list);
  if (page > pages) throw notFound();
  const title = texts.t('review-pages.estate.title');
  return {
    status: 200,
    data: { title, page, pages, reviews, service },
    head: {
      title: page === 1 ? title : `${title}, ${texts.t('review-pages.page', { page })}`,
      description: texts.t('review-pages.estate.lead'),
      canonical: pagePath(page),
      alternates: Object.fromEntries(site.alternates.map(({ lang }) => [lang, pagePath(page)])),
      previous: page > 1 ? pagePath(page - 1) : undefined,
      next: page < pages ? pagePath(page + 1) : undefined,
      hasNoIndex: !hasEstateReviews(reviews, service),
      jsonLd: import.meta.env.SSR ? createJsonLd(args, title, reviews) : [],
    },
  };
};

function createJsonLd(args: LoaderArgs, title: string, reviews: PublishedReviewPage): object[] {
  const breadcrumb = createBreadcrumbJsonLd(args, [{ title }], '/reviews');
  if (reviews.isFictional || reviews.summary.count === 0) return [breadcrumb];
  return [breadcrumb, { ...createWineryJsonLd(args), ...createReviewJsonLd(reviews) }];
}

/** The reviews of the estate, and how all reviews are checked. */
export function Page({ data: { title, page, pages, reviews, service } }: { data: EstateReviewsData }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title}>
        {page === 1 && <p>{t('review-pages.estate.lead')}</p>}
      </PageTop>
      {reviews.summary.count === 0 ? (
        <p>{t('review-pages.estate.empty')}</p>
      ) : (
        <div className={css.columns}>
          <ReviewSummary summary={reviews.summary} />
          <div>
            <ReviewNotice isFictional={reviews.isFictional} />
            <ReviewList reviews={reviews.reviews} />
            <Pagination
              page={page}
              pages={pages}
              hrefOf={pagePath}
              labels={{
                list: t('review-pages.pages'),
                previous: t('review-pages.pages.previous'),
                next: t('review-pages.pages.next'),
                page: (number) => t('review-pages.pages.page', { page: number }),
              }}
            />
          </div>
        </div>
      )}
      {service && page === 1 && <ServiceReviewsSlot service={service} />}
      <ReviewPolicy />
    </div>
  );
}
