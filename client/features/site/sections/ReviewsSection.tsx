import { loadLazyTexts } from '#client/core/dictionaries.ts';
import type { LoaderArgs } from '#client/core/page-module.ts';
import type { TextsWithLazyDomains } from '#shared/texts.ts';
import css from './ReviewsSection.module.css';
import type { NewestReviewsView, SectionFields, SectionProps } from './section-props.ts';
import { TitleRow } from './TitleRow.tsx';

const maxReviews = 3;

export async function loadNewestEstateReviews(
  { title }: SectionFields<'reviews'>,
  { read, texts }: LoaderArgs,
): Promise<NewestReviewsView> {
  const [page] = await Promise.all([
    read('GET /estate/review', { query: { nbItem: maxReviews } }),
    loadLazyTexts(texts as TextsWithLazyDomains, ['reviews']),
  ]);
  const { t, number, date } = texts;
  const labelOf = (rating: number) => t('catalogue.rating', { rating: number(rating) });
  const { average, count } = page.summary;
  return {
    title: title || t('reviews.title'),
    average: average === null ? null : { label: labelOf(average), count: t('catalogue.rating.count', { count }) },
    fictionalMark: page.isFictional ? `${t('catalogue.rating.fictional')}. ${t('reviews.fictional.text')}` : null,
    reviews: page.reviews.map(({ id, rating, text, author, publishedAt, experiencedOn }) => ({
      id,
      label: labelOf(rating),
      text,
      author,
      dates: t('reviews.dates', { published: date(publishedAt), experienced: date(experiencedOn) }),
    })),
    linkLabel: t('reviews.checks.all'),
  };
}

/** Shows the average rating and the newest reviews of the estate. Without reviews nothing is rendered. */
export function ReviewsSection({ title, average, fictionalMark, reviews, linkLabel }: SectionProps<'reviews'>) {
  if (!average) return null;
  return (
    <section className={css.section}>
      <div className="page">
        <TitleRow title={title} link={{ href: '/reviews', label: linkLabel }} />
        <p className={css.average}>
          <Score>{average.label}</Score>
          <span>{average.count}</span>
        </p>
        {fictionalMark && <p className={css.mark}>{fictionalMark}</p>}
        <ul className={css.reviews}>
          {reviews.map(({ id, label, text, author, dates }) => (
            <li key={id}>
              <p>
                <Score>{label}</Score>
              </p>
              <blockquote>{text}</blockquote>
              <p className={css.author}>{author}</p>
              <p className={css.dates}>{dates}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A rating in words with a drawn star before it. */
const Score = ({ children }: { children: string }) => <strong className={css.score}>{children}</strong>;
