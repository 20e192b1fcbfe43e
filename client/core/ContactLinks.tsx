import { buildPhoneHref } from '#shared/phone.ts';

/** Shows telephone number and email address as links, one per line. Missing values are left out. */
export const ContactLinks = ({ phone, email }: { phone: string | undefined; email: string | undefined }) => (
  <>
    {phone && (
      <p>
        <a href={buildPhoneHref(phone)}>{phone}</a>
      </p>
    )}
    {email && (
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    )}
  </>
);
