import type { MouseEvent } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { openSlider, type Slide } from '#client/ui/FullscreenSlider/open-slider.ts';
import { isVideoFile } from '#client/ui/FullscreenSlider/video-file.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { imageAddress } from '#shared/media/image-address.ts';
import { BottleOutline } from '#client/features/catalogue/ProductCard/BottleOutline.tsx';
import { bottleHeight } from '#client/features/catalogue/ProductCard/bottle-height.ts';
import type { ProductView } from '../product-view.ts';
import css from './ProductGallery.module.css';

/**
 * The bottle, large, and its other pictures and films below. Each is a link to the file itself; where scripts run, the
 * fullscreen slider opens instead.
 */
export function ProductGallery({ product: { pictures, videos, name, kind } }: { product: ProductView }) {
  const { t } = useTexts();
  const [main] = pictures;
  const films = videos.filter(({ url }) => isVideoFile(url));
  const elsewhere = videos.filter(({ url }) => !isVideoFile(url));
  const slides: Slide[] = [
    ...pictures.map((image) => ({ kind: 'image' as const, image })),
    ...films.map((film) => ({ kind: 'video' as const, ...film })),
  ];
  const show = (start: number) => (event: MouseEvent) => {
    // A click with a modifier key wants another tab or window, as on every link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSlider({ slides, start });
  };
  return (
    <div className={css.gallery}>
      <div className={css.stage} data-height={kind === 'box' ? 'box' : main ? bottleHeight(main.height) : undefined}>
        {main ? (
          <a
            className={css.main}
            href={imageAddress(main.url, 1920)}
            onClick={show(0)}
            aria-label={t('catalogue.product.enlarge', { name })}
          >
            <Picture
              className={css.picture}
              image={main}
              alt={main.alt || name}
              sizes={kind === 'box' ? '(min-width: 960px) 32rem, 80vw' : '(min-width: 960px) 13rem, 38vw'}
              hasPriority
            />
          </a>
        ) : (
          <div className={css.main}>
            <BottleOutline />
          </div>
        )}
      </div>
      {slides.length + elsewhere.length > 1 && (
        <ul className={css.thumbs}>
          {slides.map((slide, index) => (
            <li key={slide.kind === 'image' ? slide.image.url : slide.url}>
              <Thumb
                slide={slide}
                label={t('catalogue.product.picture', { n: index + 1, total: slides.length })}
                onShow={show(index)}
              />
            </li>
          ))}
          {elsewhere.map(({ url, title }) => (
            <li key={url}>
              <a className={css.film} href={url} target="_blank" rel="noopener">
                {t('catalogue.product.video', { title })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Thumb({ slide, label, onShow }: { slide: Slide; label: string; onShow: (event: MouseEvent) => void }) {
  const { t } = useTexts();
  if (slide.kind === 'video') {
    return (
      <a href={slide.url} onClick={onShow} className={css.film}>
        {t('catalogue.product.video', { title: slide.title })}
      </a>
    );
  }
  return (
    <a href={imageAddress(slide.image.url, 1920)} onClick={onShow} aria-label={label}>
      <Picture className={css.thumb} image={slide.image} alt="" sizes={64} />
    </a>
  );
}
