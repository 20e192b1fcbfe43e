import { useShell, useTexts, useToday } from '#client/core/app-context.tsx';
import { estateHours } from '#client/core/opening-hours.ts';
import { phoneHref } from '#client/core/phone.ts';
import { Picture } from '#client/ui/Picture.tsx';
import type { HomeWords } from '../home-view.ts';
import css from './home.module.css';

/** How to come, and whether the door is open today. */
export function HomeDirections({ title, paragraphs, link, picture }: HomeWords['directions']) {
  const { address } = useShell();
  const { t } = useTexts();
  if (!address && paragraphs.length === 0) return null;
  return (
    <section className={`page ${css.directions}`}>
      {picture && (
        <Picture className={css.portrait} image={picture} sizes="(min-width: 960px) 46vw, 100vw" widest={1440} />
      )}
      <div className={css.text}>
        <h2>{title || t('places.find-us')}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {address && <Door />}
        {link.url && (
          <p>
            <a className={css.onward} href={link.url}>
              {link.label || t('site.contact')}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

function Door() {
  const shell = useShell();
  const { address } = shell;
  const today = useToday();
  const texts = useTexts();
  if (!address) return null;
  const open = estateHours(shell, texts).find(({ weekday }) => weekday === today);
  return (
    <address className={css.door}>
      {address.address}, {address.postalCode} {address.city}
      {open && <span>{texts.t('places.today', { hours: open.hours })}</span>}
      {address.phone && <a href={phoneHref(address.phone)}>{address.phone}</a>}
    </address>
  );
}
