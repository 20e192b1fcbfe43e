import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { ListPagination } from '#client/core/page/ListNavigation.tsx';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import prose from '#client/ui/Prose.module.css';
import { pageSize } from '#shared/limits.ts';
import { hasReviewsPage } from '#shared/reviews/estate-reviews.ts';
import { rejectionGrounds, reviewDaysAfterInvitation, reviewRetentionYears } from '#shared/reviews/review-rules.ts';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import { ExternalReviewsSlot } from '../ExternalReviewsSlot.tsx';
import { ReviewList } from '../ReviewList.tsx';
import { ReviewNotice } from '../ReviewNotice.tsx';
import { ReviewSummary } from '../ReviewSummary.tsx';
import css from '../Reviews.module.css';
import { readReviewsServiceHost } from '../read-reviews-service-host.ts';
import { createReviewJsonLd } from '../review-json-ld.ts';

export const declaredQueryParameters = ['page'];

interface EstateReviewsData {
  title: string;
  page: number;
  pages: number;
  reviews: PublishedReviewPage;
  /** Host name of the estate's reviews service; null if the estate uses none. */
  service: string | null;
}

const path = '/reviews';

export const loader: PageLoader<EstateReviewsData> = async (args) => {
  const { read, url, texts, site } = args;
  const page = readPageNumber(url.searchParams);
  const [reviews, service] = await Promise.all([
    read('GET /estate/review', { query: { page, nbItem: pageSize.list } }),
    readReviewsServiceHost(read),
  ]);
  const pages = countPagesOrThrowNotFound(page, reviews.total, pageSize.list);
  const title = texts.t('review-pages.estate.title');
  return {
    status: 200,
    data: { title, page, pages, reviews, service },
    head: {
      ...createListPageMetadata(title, { path, page, pages }, texts),
      description: texts.t('review-pages.estate.lead'),
      alternates: createAlternatesAtPath({ site }, buildListPagePath({ path }, page)),
      hasNoIndex: !hasReviewsPage(reviews, service),
      jsonLd: import.meta.env.SSR ? createJsonLd(args, title, reviews) : [],
    },
  };
};

function createJsonLd(args: LoaderArgs, title: string, reviews: PublishedReviewPage): object[] {
  const breadcrumb = createBreadcrumbJsonLd(args, [{ title }], path);
  if (reviews.isFictional || reviews.summary.count === 0) return [breadcrumb];
  return [breadcrumb, { ...createWineryJsonLd(args), ...createReviewJsonLd(reviews) }];
}

export function Page({ data: { title, page, pages, reviews, service } }: { data: EstateReviewsData }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        {page === 1 && <p>{t('review-pages.estate.lead')}</p>}
      </PageTitleHeader>
      {reviews.summary.count === 0 ? (
        <p>{t('review-pages.estate.empty')}</p>
      ) : (
        <div className={css.columns}>
          <ReviewSummary summary={reviews.summary} />
          <div>
            <ReviewNotice isFictional={reviews.isFictional} />
            <ReviewList reviews={reviews.reviews} />
            <ListPagination page={page} pages={pages} hrefOf={(number) => buildListPagePath({ path }, number)} />
          </div>
        </div>
      )}
      {service && page === 1 && <ExternalReviewsSlot service={service} />}
      <ReviewPolicy />
    </div>
  );
}

/** The information on reviews that articles L111-7-2 and D111-17 to D111-19 of the Consumer Code require. */
function ReviewPolicy() {
  const { t } = useTexts();
  return (
    <section id="checks" className={css.checks} aria-labelledby="checks-title">
      <h2 id="checks-title">{t('review-pages.checks.title')}</h2>
      <div className={prose.prose}>
        <p>{t('review-pages.checks.authors')}</p>
        <p>{t('review-pages.checks.reward')}</p>
        <p>{t('review-pages.checks.moderation')}</p>
        <p>{t('review-pages.checks.grounds')}</p>
        <ul>
          {rejectionGrounds.map((ground) => (
            <li key={ground}>{t(`review-pages.ground.${ground}`)}</li>
          ))}
        </ul>
        <p>{t('review-pages.checks.dates')}</p>
        <p>{t('review-pages.checks.periods', { days: reviewDaysAfterInvitation, years: reviewRetentionYears })}</p>
        <p>{t('review-pages.checks.author')}</p>
        <p>
          {t('review-pages.checks.report')} <a href="/contact">{t('review-pages.checks.contact')}</a>
        </p>
      </div>
    </section>
  );
}
