import { useTexts } from '#client/core/app-context.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import type { AwardView } from '../product-view.ts';
import css from './ProductDetails.module.css';

export function Awards({ awards }: { awards: readonly AwardView[] }) {
  const { t } = useTexts();
  if (awards.length === 0) return null;
  return (
    <section className={css.part}>
      <h2 className={css.small}>{t('product.awards')}</h2>
      <ul className={css.awards}>
        {awards.map(({ id, medal, distinction, name, year, vintage, picture }) => (
          <li key={id} data-medal={medal}>
            {/* The picture has no text alternative, because the text beside it is equivalent. */}
            {picture ? <Picture image={picture} sizes={72} alt="" /> : <MedalIcon />}
            <span>
              <strong>{distinction}</strong> {name}, {year}
              {vintage !== null && (
                <span className={css.soft}> ({t('product.vintage-awarded', { vintage: String(vintage) })})</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MedalIcon = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <path d="M11 18.5 8 30l8-4 8 4-3-11.5" />
    <circle cx="16" cy="11.5" r="9" />
    <circle cx="16" cy="11.5" r="5.5" />
  </svg>
);
