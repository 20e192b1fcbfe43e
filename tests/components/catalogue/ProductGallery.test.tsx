import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ProductGallery } from '#client/features/catalogue/product/ProductGallery.tsx';
import type { ProductView } from '#client/features/catalogue/product/product-view.ts';
import { subscribeToSlider } from '#client/ui/FullscreenSlider/open-slider.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';

const show = vi.fn();
let unsubscribe = () => {};
afterEach(() => {
  unsubscribe();
  show.mockClear();
});

const renderVideo = (url: string) => {
  unsubscribe = subscribeToSlider(show);
  const product = { pictures: [], videos: [{ url, title: 'Harvest' }], name: 'Cuvée', kind: 'red' };
  const { container } = renderInApp(<ProductGallery product={product as unknown as ProductView} />);
  return container.querySelector<HTMLAnchorElement>(`a[href="${url}"]`)!;
};

describe('ProductGallery', () => {
  test.each(['mp4', 'm4v', 'mov'])('plays a video in the format %s in the fullscreen slider', (extension) => {
    const url = `/file/3/harvest.${extension}?v=1`;
    const link = renderVideo(url);
    expect(link.textContent).toBe('Film: Harvest');
    expect(fireEvent.click(link)).toBe(false);
    expect(show).toHaveBeenCalledWith({ slides: [{ kind: 'video', url, title: 'Harvest' }], start: 0 });
  });

  test.each(['avi', 'wmv', 'flv'])('offers a video in the format %s for download', (extension) => {
    const link = renderVideo(`/file/3/harvest.${extension}?v=1`);
    expect(link.textContent).toBe(`Download the film: Harvest (${extension.toUpperCase()})`);
    expect(link.target).toBe('');
    expect(fireEvent.click(link)).toBe(true);
    expect(show).not.toHaveBeenCalled();
  });

  test('opens the page of a video service in a new tab', () => {
    const link = renderVideo('https://videos.example/watch?v=1');
    expect(link.target).toBe('_blank');
    expect(link.textContent).toBe('Film: Harvest');
  });
});
