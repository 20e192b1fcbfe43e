import { phoneHref } from './phone.ts';

/** How to reach somebody, each a line of its own; what is missing is left out. */
export const ContactLinks = ({ phone, email }: { phone: string | undefined; email: string | undefined }) => (
  <>
    {phone && (
      <p>
        <a href={phoneHref(phone)}>{phone}</a>
      </p>
    )}
    {email && (
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    )}
  </>
);
