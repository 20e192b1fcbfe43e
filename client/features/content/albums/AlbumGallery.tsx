import type { MouseEvent } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { openSlider, type Slide } from '#client/ui/FullscreenSlider/open-slider.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import css from './Albums.module.css';
import { type MediumView, toSlide } from './album-view.ts';

const sizes = '(min-width: 960px) 33vw, (min-width: 576px) 50vw, 100vw';

/**
 * Shows the pictures and videos of an album as links to their files. With scripts, a click opens pictures and playable
 * videos in the fullscreen slider instead.
 */
export function AlbumGallery({ media }: { media: readonly MediumView[] }) {
  const playable = media.flatMap((medium) => {
    const slide = toSlide(medium);
    return slide ? [{ medium, slide }] : [];
  });
  const slides = playable.map(({ slide }) => slide);
  return (
    <ul className={css.gallery}>
      {media.map((medium, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an album may contain a picture twice
        <li key={`${medium.video?.url ?? medium.picture?.url} ${index}`}>
          <Medium
            medium={medium}
            slides={slides}
            start={playable.findIndex((one) => one.medium === medium)}
            isFirst={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

interface MediumProps {
  medium: MediumView;
  slides: readonly Slide[];
  /** Index of the medium's slide, -1 if it has none. */
  start: number;
  isFirst: boolean;
}

function Medium({ medium: { caption, picture, video }, slides, start, isFirst }: MediumProps) {
  const { t, number } = useTexts();
  const title = caption || picture?.alt || '';
  const thumbnail = picture && <Picture image={picture} alt="" sizes={sizes} maxWidth={960} hasPriority={isFirst} />;
  if (video && start < 0) {
    const type = video.url.replace(/\?.*$/s, '').split('.').at(-1)?.toUpperCase() ?? '';
    const size = number(video.bytes / 1_000_000, { maximumFractionDigits: 1 });
    return (
      <>
        {thumbnail}
        <p className={css.caption}>
          {caption} <a href={video.url}>{t('content.albums.download', { type, size })}</a>
        </p>
      </>
    );
  }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSlider({ slides, start });
  };
  const href = video?.url ?? (picture ? buildImageUrl(picture.url, 1920, 'jpeg') : '');
  return (
    <>
      <a
        className={css.open}
        href={href}
        data-video={video ? true : undefined}
        aria-label={t(video ? 'content.albums.play' : 'content.albums.open', { title })}
        onClick={open}
      >
        {thumbnail}
      </a>
      {caption && <p className={css.caption}>{caption}</p>}
    </>
  );
}
