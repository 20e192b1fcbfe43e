import type { Image } from '#shared/media/image.ts';

export type Slide =
  | { kind: 'image'; image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>; caption?: string }
  | { kind: 'video'; url: string; title: string; poster?: string };

export interface SliderRequest {
  slides: readonly Slide[];
  /** Index of the slide to show first. */
  start: number;
}

const eventName = 'cuvee:open-slider';

export const openSlider = (request: SliderRequest): boolean =>
  window.dispatchEvent(new CustomEvent<SliderRequest>(eventName, { detail: request }));

/** @returns a function that ends the subscription */
export function subscribeToSlider(show: (request: SliderRequest) => void): () => void {
  const listener = (event: Event) => show((event as CustomEvent<SliderRequest>).detail);
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
