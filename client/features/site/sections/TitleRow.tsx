import onward from './OnwardLink.module.css';
import css from './TitleRow.module.css';

interface TitleRowProps {
  title: string;
  /** Link to the complete list of which the section shows a part. */
  link: { href: string; label: string } | null;
}

export const TitleRow = ({ title, link }: TitleRowProps) => (
  <div className={css.row}>
    <h2>{title}</h2>
    {link && (
      <a className={onward.onward} href={link.href}>
        {link.label}
      </a>
    )}
  </div>
);
