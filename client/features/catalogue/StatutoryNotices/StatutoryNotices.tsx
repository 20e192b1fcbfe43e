import { useTexts } from '#client/core/app-context.tsx';
import css from './StatutoryNotices.module.css';

/**
 * Shows the notices that are required on every page that sells products (docs/rules.md, "Alcohol" and "Price per
 * litre").
 */
export function StatutoryNotices({ hasAlcohol }: { hasAlcohol: boolean }) {
  const { t } = useTexts();
  return (
    <div className={css.notices}>
      {hasAlcohol && <p className={css.health}>{t('catalogue.notice.health')}</p>}
      {hasAlcohol && <p>{t('catalogue.notice.minors')}</p>}
      <p>{t('catalogue.notice.prices')}</p>
    </div>
  );
}
