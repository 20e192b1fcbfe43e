import { useSiteShell, useTexts, useWeekdayToday } from '#client/core/app-context.tsx';
import type { LanguageLink } from '#client/core/create-language-links.ts';
import { listEstateOpeningHours } from '#client/core/opening-hours.ts';
import { ServerCachedElement } from '#client/core/ServerCachedElement.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { getLocale } from '#shared/languages.ts';
import { listPhoneLinks } from '#shared/phone.ts';
import css from './TopBar.module.css';

export function TopBar({ languages }: { languages: readonly LanguageLink[] }) {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  const today = useWeekdayToday();
  return (
    <section className={css.bar} aria-label={t('site.at-a-glance')}>
      <div className={`page ${css.row}`}>
        <ServerCachedElement as="div" cacheKey={`top-bar ${today}`} className={css.reach}>
          <Phone />
          <Today />
        </ServerCachedElement>
        {parameters.TOP_BAR_INFO && <p className={css.info}>{parameters.TOP_BAR_INFO}</p>}
        <LanguageMenu languages={languages} />
      </div>
    </section>
  );
}

function Phone() {
  const { parameters, site } = useSiteShell();
  const { t } = useTexts();
  return listPhoneLinks(parameters.COMPANY_PHONE ?? '', site.timeZone).map(({ text, href }) => (
    <a key={href} className={css.phone} href={href}>
      <Icon name="phone" className={css.icon} />
      <span className="unseen">{t('places.phone')}</span>
      {text}
    </a>
  ));
}

function Today() {
  const shell = useSiteShell();
  const today = useWeekdayToday();
  const texts = useTexts();
  const hoursToday = listEstateOpeningHours(shell, texts).find(({ weekday }) => weekday === today);
  if (!hoursToday) return null;
  return (
    <p className={css.hours}>
      <Icon name="clock" className={css.icon} />
      {texts.t('places.today', { hours: hoursToday.hours })}
    </p>
  );
}

export function LanguageMenu({
  languages,
  isShort = false,
}: {
  languages: readonly LanguageLink[];
  isShort?: boolean;
}) {
  const { site } = useSiteShell();
  const { t } = useTexts();
  if (languages.length < 2) return null;
  return (
    <nav className={css.languages} aria-label={t(isShort ? 'site.languages.short' : 'site.languages')}>
      <ul>
        {languages.map(({ lang, code, label, shortLabel, href }) => (
          <li key={lang}>
            {lang === site.lang ? (
              <span aria-current="true" lang={code}>
                {isShort ? shortLabel : label}
              </span>
            ) : (
              <a href={href} lang={code} hrefLang={getLocale(lang)} title={isShort ? label : undefined}>
                {isShort ? shortLabel : label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
