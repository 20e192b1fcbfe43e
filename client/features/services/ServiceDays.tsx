import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import css from './ServicePage.module.css';

/** Number of months after the current one that the calendar shows. The API returns days up to 60 days ahead. */
const maxMonthsAhead = 2;

export function ServiceDays({ id }: { id: number }) {
  const { t, date } = useTexts();
  const isHydrated = useHydrated();
  const { timeZone } = useSiteShell().site;
  const [ahead, setAhead] = useState(0);
  if (!isHydrated) return null;
  const [year = 0, month = 0] = toLocalDay(Date.now(), timeZone).split('-').map(Number);
  const shown = new Date(Date.UTC(year, month - 1 + ahead, 1, 12));
  return (
    <section className={css.days} aria-labelledby={`days-${id}`}>
      <h2 id={`days-${id}`}>{t('services.days')}</h2>
      <div className={css.months}>
        <Button look="quiet" disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
          {t('services.days.previous')}
        </Button>
        <p aria-live="polite">{date(shown.toISOString(), { month: 'long', year: 'numeric' })}</p>
        <Button look="quiet" disabled={ahead === maxMonthsAhead} onClick={() => setAhead(ahead + 1)}>
          {t('services.days.next')}
        </Button>
      </div>
      <MonthDays id={id} month={shown.getUTCMonth() + 1} year={shown.getUTCFullYear()} />
    </section>
  );
}

function MonthDays({ id, month, year }: { id: number; month: number; year: number }) {
  const { t, lang, date } = useTexts();
  const { data } = useQuery(
    (signal) =>
      callApi('GET /calendar/{id}/date/allowed/{month}/{year}', {
        params: { id, month, year },
        query: { type: 'service' },
        signal,
      }),
    [id, month, year],
  );
  if (!data) return null;
  if (data.schedules.length === 0) return <p>{t('services.days.none')}</p>;
  return (
    <ul className={css.dayList}>
      {data.schedules.map(({ id: idSchedule, date: day, from, to }) => (
        <li key={`${day} ${idSchedule}`}>
          <time dateTime={day}>{date(day, { weekday: 'long', day: 'numeric', month: 'long' })}</time>
          <span>{t('services.days.times', { from: formatClockTime(from, lang), to: formatClockTime(to, lang) })}</span>
        </li>
      ))}
    </ul>
  );
}
