import { useTexts } from '#client/core/app-context.tsx';
import type { ElementSlot, ElementSummary } from '#shared/elements/elements-contract.ts';
import { getLocale } from '#shared/languages.ts';
import { formatDateRange, formatEurosPerPerson } from './date-text.ts';
import css from './ElementPage.module.css';
import type { ElementPageData } from './element-teaser.ts';

type DetailedElement = Pick<
  ElementPageData,
  'id' | 'route' | 'slots' | 'place' | 'placeAddress' | 'pricePerPerson' | 'languages' | 'maxPeople' | 'isPast'
>;

export function ElementDetails({ element }: { element: DetailedElement }) {
  const texts = useTexts();
  const { t } = texts;
  const { slots, place, placeAddress, pricePerPerson, languages, isPast } = element;
  const where = [place, placeAddress].filter(Boolean);
  return (
    <div className={css.facts}>
      <dl>
        {slots.length > 0 && (
          <>
            <dt>{t('elements.when')}</dt>
            <dd>
              <Dates slots={slots} />
            </dd>
          </>
        )}
        {where.length > 0 && (
          <>
            <dt>{t('elements.where')}</dt>
            <dd>
              {where.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </>
        )}
        {pricePerPerson !== null && (
          <>
            <dt>{t('elements.price')}</dt>
            <dd>
              <span>{formatEurosPerPerson(texts, pricePerPerson)}</span>
              {pricePerPerson > 0 && <span className={css.soft}>{t('elements.price.on-site')}</span>}
            </dd>
          </>
        )}
        {languages.length > 0 && (
          <>
            <dt>{t('elements.languages')}</dt>
            <dd>{listLanguageNames(languages, getLocale(texts.lang)).join(', ')}</dd>
          </>
        )}
      </dl>
      {slots.length > 0 && !isPast && (
        <a className={css.calendar} href={buildElementCalendarPath(element)} download={`${element.id}.ics`}>
          {t('elements.calendar')}
        </a>
      )}
    </div>
  );
}

export const listLanguageNames = (codes: readonly string[], locale: string): string[] => {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  return codes.map((code) => names.of(code) ?? code);
};

function Dates({ slots }: { slots: readonly ElementSlot[] }) {
  const texts = useTexts();
  return slots.map(({ id, startsAt, endsAt }) => (
    <time key={id} dateTime={startsAt}>
      {formatDateRange(texts, startsAt, endsAt)}
    </time>
  ));
}

const buildElementCalendarPath = ({ route, id }: Pick<ElementSummary, 'route' | 'id'>): string =>
  `/calendar/${route}/${id}.ics`;
