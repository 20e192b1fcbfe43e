import { useTexts } from '#client/core/app-context.tsx';
import prose from '#client/ui/Prose.module.css';
import { rejectionGrounds, reviewDaysAfterInvitation, reviewRetentionYears } from '#shared/reviews/review-rules.ts';
import css from '../Reviews.module.css';

/** The information on reviews that articles L111-7-2 and D111-17 to D111-19 of the Consumer Code require. */
export function ReviewPolicy() {
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
