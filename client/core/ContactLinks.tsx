import { PhoneLinks } from './PhoneLinks.tsx';

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
