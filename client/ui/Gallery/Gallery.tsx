import { openSlider } from '../FullscreenSlider/open-slider.ts';
import { Picture } from '../Picture.tsx';
import type { PictureData } from '../picture-data.ts';
import css from './Gallery.module.css';

interface GalleryProps {
  pictures: readonly PictureData[];
  /** Returns the accessible name of the button that opens a picture. */
  openLabel: (picture: PictureData, index: number) => string;
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
            <Picture image={picture} sizes="(min-width: 960px) 50vw, 100vw" maxWidth={1440} />
          </button>
        </li>
      ))}
    </ul>
  );
}
