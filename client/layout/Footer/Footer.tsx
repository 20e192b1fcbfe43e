import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ContactLinks } from '#client/core/ContactLinks.tsx';
import { groupDaysByOpeningHours, listEstateOpeningHours } from '#client/core/opening-hours.ts';
import { ServerCachedElement } from '#client/core/ServerCachedElement.tsx';
import { findPathOfPageKind, flattenPageTree, type SiteShell } from '#client/core/site-shell.ts';
import { legalPageKinds } from '#shared/site/page-entry-kinds.ts';
import css from './Footer.module.css';
import { NewsletterForm } from './NewsletterForm.tsx';
import { SocialLinks } from './SocialLinks.tsx';

export const Footer = () => (
  <ServerCachedElement as="footer" cacheKey="footer" className={css.footer}>
    <FooterContent />
  </ServerCachedElement>
);

function FooterContent() {
  const shell = useSiteShell();
  const { t } = useTexts();
  const logo = shell.logos.LOGO_FOOTER ?? shell.logos.LOGO_DARK_THEME;
  return (
    <>
      <div className={`page ${css.end}`}>
        <a className={css.logo} href="/">
          {logo ? (
            <img
              src={logo.url}
              width={logo.width}
              height={logo.height}
              alt={logo.alt || shell.site.name}
              loading="lazy"
            />
          ) : (
            shell.site.name
          )}
        </a>
        <Address />
        <Hours />
        <div className={css.words}>
          {shell.newsletter && <NewsletterForm list={shell.newsletter} />}
          <SocialLinks />
        </div>
      </div>
      <div className={`page ${css.law}`}>
        <p className={css.health}>{t('site.health-warning')}</p>
        <p>{t('site.minors')}</p>
        <ul className={css.legal}>
          {legalEntries(shell).map(({ id, path, menuTitle }) => (
            <li key={id}>
              <a href={path ?? undefined}>{menuTitle}</a>
            </li>
          ))}
          {Object.keys(shell.externalIds).length > 0 && (
            <li>
              <a href={findPathOfPageKind(shell, 'COOKIE_POLICY') ?? undefined} data-consent="">
                {t('site.cookies')}
              </a>
            </li>
          )}
          <li>
            <a href="/withdrawal">{t('site.withdrawal')}</a>
          </li>
        </ul>
        <p className={css.owner}>© {shell.parameters.COMPANY_NAME ?? shell.site.name}</p>
      </div>
    </>
  );
}

const legalEntries = ({ pages }: SiteShell) =>
  legalPageKinds.flatMap(
    (kind) => flattenPageTree(pages).find(({ type, path }) => type === kind && path !== null) ?? [],
  );

function Address() {
  const { address, parameters, site } = useSiteShell();
  const { t } = useTexts();
  const phone = address?.phone || parameters.COMPANY_PHONE;
  const email = address?.email || parameters.COMPANY_EMAIL;
  return (
    <div>
      <h2 className={css.title}>{t('places.find-us')}</h2>
      <address className={css.address}>
        <p>
          {site.name}
          {address && (
            <>
              <br />
              <span>{address.address}</span>
              <br />
              <span>
                {address.postalCode} {address.city}
              </span>
            </>
          )}
        </p>
        <ContactLinks phone={phone} email={email} />
        {parameters.MESSAGING_USERNAME && <p>{t('places.messaging-name', { name: parameters.MESSAGING_USERNAME })}</p>}
      </address>
    </div>
  );
}

function Hours() {
  const texts = useTexts();
  const week = listEstateOpeningHours(useSiteShell(), texts);
  if (week.length === 0) return null;
  return (
    <div>
      <h2 className={css.title}>{texts.t('places.hours')}</h2>
      <dl className={css.hours}>
        {groupDaysByOpeningHours(week, texts).map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
