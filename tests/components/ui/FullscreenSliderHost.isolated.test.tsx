import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FullscreenSliderHost } from '#client/ui/FullscreenSlider/FullscreenSliderHost.tsx';
import { openSlider, type Slide } from '#client/ui/FullscreenSlider/open-slider.ts';

const { code } = vi.hoisted(() => ({ code: { loads: 0, isUnreachable: false } }));
vi.mock('#client/ui/FullscreenSlider/FullscreenSlider.tsx', async (importOriginal) => {
  code.loads += 1;
  if (code.isUnreachable) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});

const image = { url: '/image/1', width: 800, height: 600, tint: '#ccc' };
const slides: Slide[] = ['Cellar', 'Harvest'].map((alt) => ({ kind: 'image', image: { ...image, alt } }));
const labels = { slider: 'Pictures', close: 'Close', previous: 'Previous', next: 'Next' };

const findSlider = () => screen.queryByRole('dialog', { name: 'Pictures' });
const findShownPicture = async () => (await screen.findByRole('img')).getAttribute('alt');
const open = (request: { slides: Slide[]; start: number }) =>
  act(async () => {
    openSlider(request);
    await vi.dynamicImportSettled();
  });

beforeEach(() => {
  render(
    <>
      <p>Page</p>
      <FullscreenSliderHost labels={labels} />
    </>,
  );
});

// The first two tests come first, because the module stays loaded after a request has succeeded.
describe('FullscreenSliderHost', () => {
  test('loads no code of the slider before a request, nor for a request without slides', async () => {
    await open({ slides: [], start: 0 });
    expect(code.loads).toBe(0);
    expect(findSlider()).toBeNull();
  });

  test('keeps the page if the code cannot be loaded, and opens the slider with the next request', async () => {
    code.isUnreachable = true;
    await open({ slides, start: 0 });
    expect(screen.getByText('Page')).toBeTruthy();
    expect(findSlider()).toBeNull();
    code.isUnreachable = false;
    await open({ slides, start: 1 });
    expect(await findShownPicture()).toBe('Harvest');
  });

  test('opens the slider at the requested slide, closes it and opens it at another one', async () => {
    await open({ slides, start: 1 });
    expect(await findShownPicture()).toBe('Harvest');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(findSlider()).toBeNull();
    await open({ slides, start: 0 });
    expect(await findShownPicture()).toBe('Cellar');
  });
});
