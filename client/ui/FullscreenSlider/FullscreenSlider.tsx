import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { Picture } from '../Picture.tsx';
import css from './FullscreenSlider.module.css';
import type { Slide, SliderRequest } from './open-slider.ts';
import { slideAfter, swipeStep } from './slide-steps.ts';
import { videoWidth } from './video-file.ts';

export interface SliderLabels {
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

/** Shows pictures and films over the whole window, one at a time. */
export function FullscreenSlider({ slides, start, labels, onClose }: FullscreenSliderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef(0);
  const [index, setIndex] = useState(slideAfter(start, 0, slides.length));
  const go = (step: number) => setIndex((now) => slideAfter(now, step, slides.length));
  const several = slides.length > 1;

  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    // A film's own controls use the arrows as well: there they wind.
    if (!several || !step || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    go(step);
  };
  const onTouchEnd = (event: TouchEvent) => {
    if (several) go(swipeStep(touchStart.current, event.changedTouches[0]?.clientX ?? touchStart.current));
  };
  const slide = slides[index];

  return (
    <dialog
      ref={dialog}
      className={css.slider}
      aria-label={labels.slider}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={(event) => {
        touchStart.current = event.touches[0]?.clientX ?? 0;
      }}
      onTouchEnd={onTouchEnd}
    >
      <div className={css.bar}>
        <p className={css.counter} aria-live="polite">
          {index + 1} / {slides.length}
        </p>
        <button type="button" className={css.close} onClick={onClose} aria-label={labels.close}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.stage}>{slide && <SlideView key={index} slide={slide} />}</div>
      {several && (
        <>
          <button type="button" className={css.previous} onClick={() => go(-1)} aria-label={labels.previous}>
            <Icon name="previous" />
          </button>
          <button type="button" className={css.next} onClick={() => go(1)} aria-label={labels.next}>
            <Icon name="next" />
          </button>
        </>
      )}
    </dialog>
  );
}

function SlideView({ slide }: { slide: Slide }) {
  return slide.kind === 'image' ? (
    <Picture className={css.picture} image={slide.image} sizes="100vw" hasPriority />
  ) : (
    <Film url={slide.url} title={slide.title} />
  );
}

function Film({ url, title }: { url: string; title: string }) {
  const [width, setWidth] = useState(() => videoWidth(window.innerWidth));
  useEffect(() => {
    const fit = () => setWidth(videoWidth(window.innerWidth));
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  // biome-ignore lint/a11y/useMediaCaption: estates upload films without captions; the title says what is seen
  return <video className={css.video} src={url} title={title} width={width} controls autoPlay playsInline />;
}
