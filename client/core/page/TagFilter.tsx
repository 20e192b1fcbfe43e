import { useTexts } from '#client/core/app-context.tsx';
import type { ListFilterTag } from '#shared/list-tags.ts';
import css from './TagFilter.module.css';

interface TagFilterProps {
  /** URL path of the list without a filter. */
  path: string;
  tags: readonly ListFilterTag[];
  /** Slug of the chosen tag; null without a filter. */
  selected: string | null;
}

export function TagFilter({ path, tags, selected }: TagFilterProps) {
  const { t } = useTexts();
  if (tags.length === 0) return null;
  const links = [
    { slug: null, href: path, label: t('site.tags.all') },
    ...tags.map(({ slug, label }) => ({ slug, href: `${path}?tag=${slug}`, label })),
  ];
  return (
    <nav className={css.tags} aria-label={t('site.tags')}>
      <ul>
        {links.map(({ slug, href, label }) => (
          <li key={href}>
            <a href={href} aria-current={slug === selected ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
