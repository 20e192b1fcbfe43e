import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { coverSize } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import { breakpointsPx } from '#shared/limits.ts';
import css from './HeroSection.module.css';
import type { SectionProps } from './section-props.ts';

/**
 * The heights of the picture in `HeroSection.module.css`. In narrow windows it is loaded a third smaller than it is
 * drawn: phones have two or three pixels for each CSS pixel, and twice the bytes would delay the whole page.
 */
export function heroSizes(image: PictureData, tall = false): string {
  const low = coverSize(image, '100vw', 'clamp(15rem, 52svh, 34rem) * 0.7');
  if (!tall) return low;
  return `(min-width: ${breakpointsPx.sm}px) ${coverSize(image, '100vw', 'clamp(20rem, 74svh, 46rem)')}, ${low}`;
}

/**
 * Large picture at the top of a page. Its text is below the picture or, on wider screens, on a panel that overlaps it,
 * so that the text stays readable on any picture.
 */
export const HeroSection = ({ image, title, subtitle, tall = false, crumbs }: SectionProps<'hero'>) => (
  <>
    <header className={css.hero} data-tall={tall || undefined} data-bare={!image || undefined}>
      {image && <Picture className={css.picture} image={image} sizes={heroSizes(image, tall)} hasPriority />}
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
