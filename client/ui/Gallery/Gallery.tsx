import { breakpointsPx } from '#shared/limits.ts';
import { coverSizes, pageSizes } from '../cover-sizes.ts';
import { openSlider } from '../FullscreenSlider/open-slider.ts';
import { Picture } from '../Picture.tsx';
import type { PictureData } from '../picture-data.ts';
import css from './Gallery.module.css';

interface GalleryProps {
  pictures: readonly PictureData[];
  /** Returns the accessible name of the button that opens a picture. */
  openLabel: (picture: PictureData, index: number) => string;
}

/** The widths of the pictures in `Gallery.module.css`, which shows the first of 4, 7, 10 … in a row of its own. */
function gallerySizes(picture: PictureData, index: number, count: number): string {
  const isFirstAlone = count === 1 || count % 3 === 1;
  if (isFirstAlone && index === 0) return coverSizes(picture, pageSizes, 3 / 2);
  const columns = isFirstAlone ? '31vw' : '46vw';
  return coverSizes(picture, `(min-width: ${breakpointsPx.xs}px) ${columns}, 94vw`, 3 / 2);
}

export function Gallery({ pictures, openLabel }: GalleryProps) {
  const slides = pictures.map((image) => ({ kind: 'image' as const, image }));
  return (
    <ul className={css.gallery}>
      {pictures.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a gallery may contain a picture twice
        <li key={`${picture.url} ${index}`}>
          <button
            type="button"
            onClick={() => openSlider({ slides, start: index })}
            aria-label={openLabel(picture, index)}
          >
            <Picture image={picture} sizes={gallerySizes(picture, index, pictures.length)} maxWidth={1440} />
          </button>
        </li>
      ))}
    </ul>
  );
}
