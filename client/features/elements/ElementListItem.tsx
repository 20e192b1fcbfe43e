import { useTexts } from '#client/core/app-context.tsx';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { breakpointsPx } from '#shared/limits.ts';
import { formatDateRange, formatEurosPerPerson } from './date-text.ts';
import css from './ElementList.module.css';
import type { ElementTeaser } from './element-teaser.ts';

export function ElementListItem({ item, isFirst }: { item: ElementTeaser; isFirst: boolean }) {
  const texts = useTexts();
  const { t, date } = texts;
  const { href, title, summary, startsAt, endsAt, upcomingDates, isPast, status, place, pricePerPerson, picture } =
    item;
  const facts = [place, pricePerPerson === null ? '' : formatEurosPerPerson(texts, pricePerPerson)].filter(Boolean);
  return (
    <article className={css.item} data-past={isPast || undefined}>
      {startsAt && (
        <p className={css.day} aria-hidden="true">
          <span className={css.number}>{date(startsAt, { day: 'numeric' })}</span>
          <span>{date(startsAt, { month: 'long' })}</span>
          <span>{date(startsAt, { year: 'numeric' })}</span>
        </p>
      )}
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={coverSizes(picture, `(min-width: ${breakpointsPx.sm}px) 20rem, 94vw`, 3 / 2)}
          maxWidth={960}
        />
      )}
      <div className={css.words}>
        <ElementStatusBadge isPast={isPast} status={status} />
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        {startsAt && endsAt && (
          <p className={css.when}>
            <time dateTime={startsAt}>{formatDateRange(texts, startsAt, endsAt)}</time>
            {upcomingDates > 1 && <span> {t('elements.more-dates', { count: upcomingDates - 1 })}</span>}
          </p>
        )}
        <p>{summary}</p>
        {facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
      </div>
    </article>
  );
}

export function ElementStatusBadge({ isPast, status }: Pick<ElementTeaser, 'isPast' | 'status'>) {
  const { t } = useTexts();
  if (status !== 'SCHEDULED')
    return (
      <p className={css.badge} data-alert>
        {t(`elements.status.${status}`)}
      </p>
    );
  return isPast ? <p className={css.badge}>{t('elements.past')}</p> : null;
}
