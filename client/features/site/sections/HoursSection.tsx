import { useSiteShell, useTexts, useWeekdayToday } from '#client/core/app-context.tsx';
import { PhoneLinks } from '#client/core/ContactLinks.tsx';
import { listEstateOpeningHours } from '#client/core/opening-hours.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import css from './HoursSection.module.css';
import link from './OnwardLink.module.css';
import type { SectionProps } from './section-props.ts';
import columns from './TextColumn.module.css';

export function HoursSection({ title, paragraphs = [], link: onward, image }: SectionProps<'hours'>) {
  const { address } = useSiteShell();
  const { t } = useTexts();
  if (!address && paragraphs.length === 0) return null;
  return (
    <section className={`page ${css.hours}`}>
      {image && (
        <Picture
          className={columns.portrait}
          image={image}
          sizes={coverSizes(image, '(min-width: 960px) 46vw, 94vw', 4 / 3)}
          maxWidth={1440}
        />
      )}
      <div className={columns.text}>
        <h2>{title || t('places.find-us')}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {address && <AddressToday />}
        {onward && (
          <p>
            <a className={link.onward} href={onward.url}>
              {onward.label || t('site.contact')}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

function AddressToday() {
  const shell = useSiteShell();
  const { address } = shell;
  const today = useWeekdayToday();
  const texts = useTexts();
  if (!address) return null;
  const open = listEstateOpeningHours(shell, texts).find(({ weekday }) => weekday === today);
  return (
    <address className={css.address}>
      {address.address}, {address.postalCode} {address.city}
      {open && <span>{texts.t('places.today', { hours: open.hours })}</span>}
      {address.phone && <PhoneLinks phone={address.phone} />}
    </address>
  );
}
