import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AlbumGallery } from '#client/features/content/albums/AlbumPage.tsx';
import { subscribeToSlider } from '#client/ui/FullscreenSlider/open-slider.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';

const show = vi.fn();
let unsubscribe = () => {};
afterEach(() => {
  unsubscribe();
  show.mockClear();
});

const renderVideo = (extension: string, isPlayable: boolean) => {
  unsubscribe = subscribeToSlider(show);
  const url = `/file/3/harvest.${extension}?v=1`;
  const video = { url, type: 'video/x', bytes: 4_200_000, isPlayable };
  const { container } = renderInApp(<AlbumGallery media={[{ caption: 'Harvest', picture: null, video }]} />);
  return container.querySelector<HTMLAnchorElement>(`a[href="${url}"]`)!;
};

describe('AlbumGallery', () => {
  test.each(['mp4', 'm4v', 'mov'])('plays a video in the format %s in the fullscreen slider', (extension) => {
    expect(fireEvent.click(renderVideo(extension, true))).toBe(false);
    expect(show.mock.calls[0]?.[0]).toMatchObject({ slides: [{ kind: 'video', title: 'Harvest' }], start: 0 });
  });

  test.each(['avi', 'wmv', 'flv'])('offers a video in the format %s for download', (extension) => {
    const link = renderVideo(extension, false);
    expect(link.textContent).toBe(`Download the film (${extension.toUpperCase()}, 4.2 MB)`);
    expect(fireEvent.click(link)).toBe(true);
    expect(show).not.toHaveBeenCalled();
  });
});
