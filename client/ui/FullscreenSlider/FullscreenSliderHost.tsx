import { lazy, Suspense, useEffect, useState } from 'react';
import { onOpenSlider, type SliderRequest } from './open-slider.ts';

const FullscreenSlider = lazy(() =>
  import('./FullscreenSlider.tsx').then((module) => ({ default: module.FullscreenSlider })),
);

/** One in each layout: waits for `openSlider` and only then loads the slider's code. */
export function FullscreenSliderHost() {
  const [request, setRequest] = useState<SliderRequest | null>(null);
  useEffect(() => onOpenSlider(setRequest), []);
  if (!request || request.slides.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FullscreenSlider slides={request.slides} start={request.start} onClose={() => setRequest(null)} />
    </Suspense>
  );
}
