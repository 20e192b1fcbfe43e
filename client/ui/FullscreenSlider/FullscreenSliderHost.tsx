import { lazy, Suspense, useEffect, useState } from 'react';
import type { SliderLabels } from './FullscreenSlider.tsx';
import { type SliderRequest, subscribeToSlider } from './open-slider.ts';

const FullscreenSlider = lazy(() =>
  import('./FullscreenSlider.tsx').then((module) => ({ default: module.FullscreenSlider })),
);

/**
 * Shows the fullscreen slider and is rendered once per document. It loads the slider's code after the first
 * `openSlider`.
 */
export function FullscreenSliderHost({ labels }: { labels: SliderLabels }) {
  const [request, setRequest] = useState<SliderRequest | null>(null);
  useEffect(() => subscribeToSlider(setRequest), []);
  if (!request || request.slides.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FullscreenSlider
        slides={request.slides}
        start={request.start}
        labels={labels}
        onClose={() => setRequest(null)}
      />
    </Suspense>
  );
}
