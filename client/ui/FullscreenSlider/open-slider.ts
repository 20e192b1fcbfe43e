import type { Image } from '#shared/media/image.ts';

export type Slide =
  | { kind: 'image'; image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'> }
  | { kind: 'video'; url: string; title: string };

export interface SliderRequest {
  slides: readonly Slide[];
  /** Index of the slide to begin with. */
  start: number;
}

const eventName = 'cuvee:open-slider';

/** Asks the page's fullscreen slider to show pictures or films. */
export const openSlider = (request: SliderRequest): boolean =>
  window.dispatchEvent(new CustomEvent<SliderRequest>(eventName, { detail: request }));

/** Hears every request until the returned function is called. */
export function onOpenSlider(show: (request: SliderRequest) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<SliderRequest>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
