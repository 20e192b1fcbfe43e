import type { MouseEvent } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { BottleOutline } from '#client/features/catalogue/ProductCard/BottleOutline.tsx';
import { scaleBottleHeight } from '#client/features/catalogue/ProductCard/scale-bottle-height.ts';
import { openSlider, type Slide } from '#client/ui/FullscreenSlider/open-slider.ts';
import { parseVideoFileUrl } from '#client/ui/FullscreenSlider/video-file.ts';
import { Picture } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import css from './ProductGallery.module.css';
import type { ProductView } from './product-view.ts';

/**
 * Shows pictures and videos of a product. Each links to its file or to the page of a video service. With scripts, a
 * click opens pictures and playable videos in the fullscreen slider instead.
 */
export function ProductGallery({ product: { pictures, videos, name, kind } }: { product: ProductView }) {
  const { t } = useTexts();
  const [main] = pictures;
  const playableVideos = videos.filter(({ url }) => parseVideoFileUrl(url)?.isPlayable);
  const linkedVideos = videos.filter((video) => !playableVideos.includes(video));
  const slides: Slide[] = [
    ...pictures.map((image) => ({ kind: 'image' as const, image })),
    ...playableVideos.map((video) => ({ kind: 'video' as const, ...video })),
  ];
  const show = (start: number) => (event: MouseEvent) => {
    // A click with a modifier key keeps its default action, which opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSlider({ slides, start });
  };
  return (
    <div className={css.gallery}>
      <div className={css.stage} data-height={isDrinkKind(kind) ? main && scaleBottleHeight(main.height) : 'box'}>
        {main ? (
          <MainPicture image={main} name={name} isBox={!isDrinkKind(kind)} onShow={show(0)} />
        ) : (
          <div className={css.main}>
            <BottleOutline />
          </div>
        )}
      </div>
      {(pictures.length > 1 || videos.length > 0) && (
        <ul className={css.thumbs}>
          {slides.map((slide, index) => (
            <li key={slide.kind === 'image' ? slide.image.url : slide.url}>
              <Thumb
                slide={slide}
                label={t('product.picture', { n: index + 1, total: slides.length })}
                onShow={show(index)}
              />
            </li>
          ))}
          {linkedVideos.map((video) => (
            <li key={video.url}>
              <LinkedVideo {...video} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A link to the file of a video that browsers do not play, or to the page of a video service. */
function LinkedVideo({ url, title }: ProductView['videos'][number]) {
  const { t } = useTexts();
  const file = parseVideoFileUrl(url);
  return file ? (
    <a className={css.film} href={url}>
      {t('product.video.download', { title, type: file.type })}
    </a>
  ) : (
    <a className={css.film} href={url} target="_blank" rel="noopener">
      {t('product.video', { title })}
    </a>
  );
}

/** Part of the height of the stage that most bottles take (`ProductGallery.module.css`). */
const bottleHeight = 0.9;

export function mainPictureSizes({ width, height }: PictureData, isBox: boolean): string {
  if (isBox) return '(min-width: 960px) 32rem, 80vw';
  const part = ((bottleHeight * width) / height).toFixed(3);
  return `(min-width: 960px) calc(clamp(30rem, 72vh, 42rem) * ${part}), calc(min(34rem, 115vw) * ${part})`;
}

interface MainPictureProps {
  image: PictureData;
  name: string;
  isBox: boolean;
  onShow: (event: MouseEvent) => void;
}

function MainPicture({ image, name, isBox, onShow }: MainPictureProps) {
  const { t } = useTexts();
  return (
    <a
      className={css.main}
      href={buildImageUrl(image.url, 1920)}
      onClick={onShow}
      aria-label={t('product.enlarge', { name })}
    >
      <Picture
        className={css.picture}
        image={image}
        alt={image.alt || name}
        sizes={mainPictureSizes(image, isBox)}
        hasPriority
      />
    </a>
  );
}

function Thumb({ slide, label, onShow }: { slide: Slide; label: string; onShow: (event: MouseEvent) => void }) {
  const { t } = useTexts();
  if (slide.kind === 'video') {
    return (
      <a href={slide.url} onClick={onShow} className={css.film}>
        {t('product.video', { title: slide.title })}
      </a>
    );
  }
  return (
    <a href={buildImageUrl(slide.image.url, 1920)} onClick={onShow} aria-label={label}>
      <Picture className={css.thumb} image={slide.image} alt="" sizes={64} />
    </a>
  );
}
