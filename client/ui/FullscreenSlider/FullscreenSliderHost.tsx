import { type ComponentProps, useEffect, useState } from 'react';
import type { FullscreenSlider } from './FullscreenSlider.tsx';
import { type SliderRequest, subscribeToSlider } from './open-slider.ts';

/**
 * Shows the fullscreen slider and is rendered once per page. It loads the slider's code after the first `openSlider`.
 */
export function FullscreenSliderHost({ labels }: Pick<ComponentProps<typeof FullscreenSlider>, 'labels'>) {
  const [request, setRequest] = useState<SliderRequest | null>(null);
  const [Slider, setSlider] = useState<typeof FullscreenSlider>();
  useEffect(() => subscribeToSlider(setRequest), []);
  const isNeeded = request !== null && request.slides.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    import('./FullscreenSlider.tsx').then(
      (module) => setSlider(() => module.FullscreenSlider),
      // Offline, or after a release, the code may be unreachable. The next request loads it again.
      () => setRequest(null),
    );
  }, [isNeeded]);
  if (!isNeeded || !Slider) return null;
  return <Slider slides={request.slides} start={request.start} labels={labels} onClose={() => setRequest(null)} />;
}
