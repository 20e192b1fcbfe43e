import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import css from './HeroSection.module.css';
import type { SectionProps } from './section-props.ts';

/**
 * Large picture at the top of a page. Its text is below the picture or, on wider screens, on a panel that overlaps it,
 * so that the text stays readable on any picture.
 */
export const HeroSection = ({ image, title, subtitle, tall = false, crumbs }: SectionProps<'hero'>) => (
  <>
    <header className={css.hero} data-tall={tall || undefined} data-bare={!image || undefined}>
      {image && <Picture className={css.picture} image={image} sizes="100vw" hasPriority />}
      <div className={`page ${css.row}`}>
        <div className={css.words}>
          <h1 className={css.title}>{title}</h1>
          {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        </div>
      </div>
    </header>
    {crumbs.length > 0 && (
      <div className={`page ${css.crumbs}`}>
        <PageBreadcrumb crumbs={crumbs} />
      </div>
    )}
  </>
);
