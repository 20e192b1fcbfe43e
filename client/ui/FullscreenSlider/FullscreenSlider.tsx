import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { Picture } from '../Picture.tsx';
import css from './FullscreenSlider.module.css';
import type { Slide, SliderRequest } from './open-slider.ts';
import { computeMaxVideoWidthPx } from './video-file.ts';

interface SliderLabels {
  slider: string;
  close: string;
  previous: string;
  next: string;
}

interface FullscreenSliderProps extends SliderRequest {
  labels: SliderLabels;
  onClose: () => void;
}

const stepOfKey: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Returns the index of the slide that is `step` places further, wrapping around at both ends. */
export const getSlideIndexAfterStep = (index: number, step: number, total: number): number =>
  total === 0 ? 0 : (((index + step) % total) + total) % total;

/** Minimum length of a swipe in CSS pixels. Shorter horizontal touch movements count as taps. */
const minSwipePx = 40;

/**
 * Converts a horizontal touch movement from `start` to `end`, in CSS pixels, into a step.
 * @returns 1 for the next slide, -1 for the previous one, 0 for a tap
 */
export function getSlideStepOfSwipe(start: number, end: number): -1 | 0 | 1 {
  if (Math.abs(end - start) < minSwipePx) return 0;
  return end < start ? 1 : -1;
}

export function FullscreenSlider({ slides, start, labels, onClose }: FullscreenSliderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef<number | null>(null);
  const [index, setIndex] = useState(getSlideIndexAfterStep(start, 0, slides.length));
  const move = (step: number) => setIndex((now) => getSlideIndexAfterStep(now, step, slides.length));
  const hasSeveral = slides.length > 1;

  useEffect(() => {
    const opened = dialog.current;
    const previousFocus = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    // Arrow keys do not change the slide of a focused video, because the video's controls use these keys for seeking.
    if (!hasSeveral || !step || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    move(step);
  };
  // Two fingers enlarge the picture and do not change the slide.
  const onTouchStart = ({ touches }: TouchEvent) => {
    touchStart.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const [start, end] = [touchStart.current, changedTouches[0]?.clientX];
    if (hasSeveral && start !== null && end !== undefined) move(getSlideStepOfSwipe(start, end));
  };
  const slide = slides[index];
  const caption = slide?.kind === 'image' ? slide.caption : slide?.title;

  return (
    <dialog
      ref={dialog}
      className={css.slider}
      aria-label={labels.slider}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
    >
      <div className={css.bar}>
        <p className={css.counter} aria-live="polite">
          {`${index + 1} / ${slides.length}`}
        </p>
        <button type="button" className={css.close} onClick={onClose} aria-label={labels.close}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.stage}>{slide && <SlideView key={index} slide={slide} />}</div>
      {caption && <p className={css.caption}>{caption}</p>}
      {hasSeveral && <StepButtons labels={labels} onMove={move} />}
    </dialog>
  );
}

function StepButtons({ labels, onMove }: { labels: SliderLabels; onMove: (step: number) => void }) {
  return (
    <>
      <button type="button" className={css.previous} onClick={() => onMove(-1)} aria-label={labels.previous}>
        <Icon name="previous" />
      </button>
      <button type="button" className={css.next} onClick={() => onMove(1)} aria-label={labels.next}>
        <Icon name="next" />
      </button>
    </>
  );
}

function SlideView({ slide }: { slide: Slide }) {
  return slide.kind === 'image' ? (
    <Picture className={css.picture} image={slide.image} sizes="100vw" hasPriority />
  ) : (
    <Video url={slide.url} title={slide.title} poster={slide.poster} />
  );
}

function Video({ url, title, poster }: { url: string; title: string; poster?: string | undefined }) {
  const [width, setWidth] = useState(() => computeMaxVideoWidthPx(window.innerWidth));
  useEffect(() => {
    const fit = () => setWidth(computeMaxVideoWidthPx(window.innerWidth));
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  return (
    // biome-ignore lint/a11y/useMediaCaption: estates upload videos without captions; the title describes the content
    <video className={css.video} src={url} poster={poster} title={title} width={width} controls autoPlay playsInline />
  );
}
