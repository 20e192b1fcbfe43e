import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { PhoneLinks } from '#client/core/ContactLinks.tsx';
import css from './ContactSection.module.css';

/** Shows the estate's telephone number, email address and messenger. The contact form is a `FormSection`. */
export function ContactSection() {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email, MESSAGING_USERNAME: messaging } = parameters;
  if (!phone && !email && !messaging) return null;
  return (
    <div className="page">
      <dl className={css.contact}>
        {phone && (
          <div>
            <dt>{t('places.phone')}</dt>
            <dd>
              <PhoneLinks phone={phone} />
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>{t('places.email')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {messaging && (
          <div>
            <dt>{t('places.messaging')}</dt>
            <dd>{messaging}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
