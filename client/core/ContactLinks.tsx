import { Fragment } from 'react';
import { listPhoneLinks } from '#shared/phone.ts';
import { useSiteShell } from './app-context.tsx';

export function PhoneLinks({ phone }: { phone: string }) {
  const { timeZone } = useSiteShell().site;
  return listPhoneLinks(phone, timeZone).map(({ text, href }, index) => (
    <Fragment key={href}>
      {index > 0 && <span> / </span>}
      <a href={href}>{text}</a>
    </Fragment>
  ));
}

/** Shows telephone number and email address as links, one per line. Missing values are left out. */
export const ContactLinks = ({ phone, email }: { phone: string | undefined; email: string | undefined }) => (
  <>
    {phone && (
      <p>
        <PhoneLinks phone={phone} />
      </p>
    )}
    {email && (
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    )}
  </>
);
