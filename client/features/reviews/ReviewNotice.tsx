import { useTexts } from '#client/core/app-context.tsx';
import css from './Reviews.module.css';

/** Marks fictional reviews as such; for real reviews, states how reviews are checked and sorted. */
export function ReviewNotice({ isFictional }: { isFictional: boolean }) {
  const { t } = useTexts();
  if (isFictional)
    return (
      <p className={css.fictional}>
        <strong>{t('catalogue.rating.fictional')}</strong> {t('reviews.fictional.text')}
      </p>
    );
  return (
    <p className={css.soft}>
      {t('reviews.order')} <a href="/reviews#checks">{t('reviews.checks.link')}</a>
    </p>
  );
}
