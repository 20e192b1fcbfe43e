import { useTexts } from '#client/core/app-context.tsx';
import { openSlider } from './FullscreenSlider/open-slider.ts';
import css from './Gallery.module.css';
import { Picture } from './Picture.tsx';
import type { PictureData } from './picture-data.ts';

/** Pictures beside each other; each opens in the fullscreen slider. */
export function Gallery({ pictures }: { pictures: readonly PictureData[] }) {
  const { t } = useTexts();
  const slides = pictures.map((image) => ({ kind: 'image' as const, image }));
  return (
    <ul className={css.gallery}>
      {pictures.map((picture, index) => (
        <li key={picture.url}>
          <button
            type="button"
            onClick={() => openSlider({ slides, start: index })}
            aria-label={t('site.pictures.open', { title: picture.alt || t('site.picture', { number: index + 1 }) })}
          >
            <Picture image={picture} sizes="(min-width: 960px) 50vw, 100vw" widest={1440} />
          </button>
        </li>
      ))}
    </ul>
  );
}
