import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { FullscreenSlider } from '#client/ui/FullscreenSlider/FullscreenSlider.tsx';
import type { Slide } from '#client/ui/FullscreenSlider/open-slider.ts';

const picture = (name: string, caption?: string): Slide => ({
  kind: 'image',
  image: { url: `/image/${name}`, alt: name, width: 800, height: 600, tint: '#ccc' },
  ...(caption && { caption }),
});
const slides: Slide[] = [
  picture('Cellar', 'The cellar in winter'),
  picture('Harvest'),
  { kind: 'video', url: '/file/3/press.mp4', title: 'At the press', poster: '/image/press' },
];
const labels = { slider: 'Pictures', close: 'Close', previous: 'Previous', next: 'Next' };

function renderSlider(options: { slides?: Slide[]; start?: number } = {}) {
  const onClose = vi.fn();
  const { unmount } = render(
    <FullscreenSlider slides={options.slides ?? slides} start={options.start ?? 0} labels={labels} onClose={onClose} />,
  );
  return { onClose, unmount };
}

const slider = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Pictures' });
const counter = () => slider().querySelector('[aria-live="polite"]')?.textContent;
const shownPicture = () => screen.queryByRole('img')?.getAttribute('alt');
const film = () => slider().querySelector('video');
const filmWidth = () => Number(film()?.getAttribute('width'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Moves one finger from `start` to `end`, in CSS pixels from the left of the window. */
function swipe(start: number, end: number): void {
  fireEvent.touchStart(slider(), { touches: [{ clientX: start }], changedTouches: [{ clientX: start }] });
  fireEvent.touchEnd(slider(), { touches: [], changedTouches: [{ clientX: end }] });
}

/** Moves the right one of two fingers away from the left one, and then lifts it first. */
function pinch(): void {
  const [left, right, movedRight] = [{ clientX: 180 }, { clientX: 220 }, { clientX: 340 }];
  fireEvent.touchStart(slider(), { touches: [left], changedTouches: [left] });
  fireEvent.touchStart(slider(), { touches: [left, right], changedTouches: [right] });
  fireEvent.touchEnd(slider(), { touches: [left], changedTouches: [movedRight] });
  fireEvent.touchEnd(slider(), { touches: [], changedTouches: [left] });
}

describe('FullscreenSlider', () => {
  test('opens as a dialog at the requested slide and announces its position', () => {
    renderSlider({ start: 1 });
    expect(slider().open).toBe(true);
    expect(shownPicture()).toBe('Harvest');
    expect(counter()).toBe('2 / 3');
  });

  test('shows the caption of a picture and the title of a video, and none for a picture without caption', async () => {
    renderSlider();
    expect(screen.getByText('The cellar in winter')).toBeTruthy();
    await press('Next');
    expect(slider().textContent).toBe('2 / 3');
    await press('Next');
    expect(screen.getByText('At the press')).toBeTruthy();
  });

  test.each([
    ['the buttons', () => press('Next'), () => press('Previous')],
    ['the arrow keys', () => userEvent.keyboard('{ArrowRight}'), () => userEvent.keyboard('{ArrowLeft}')],
    ['swipes', async () => swipe(300, 100), async () => swipe(100, 300)],
  ])('moves to the next and the previous slide with %s, around both ends', async (_, next, previous) => {
    renderSlider();
    screen.getByRole('button', { name: 'Close' }).focus();
    await previous();
    expect(counter()).toBe('3 / 3');
    await next();
    expect(counter()).toBe('1 / 3');
    await next();
    expect([counter(), shownPicture()]).toEqual(['2 / 3', 'Harvest']);
  });

  test('ignores a short movement of a finger', () => {
    renderSlider();
    swipe(200, 230);
    expect(counter()).toBe('1 / 3');
  });

  test('keeps the picture while two fingers enlarge it, and changes it with the next swipe', () => {
    renderSlider();
    pinch();
    expect(counter()).toBe('1 / 3');
    swipe(300, 100);
    expect(counter()).toBe('2 / 3');
  });

  test('leaves the arrow keys to the controls of a focused video', async () => {
    renderSlider({ start: 2 });
    expect(film()?.getAttribute('src')).toBe('/file/3/press.mp4');
    film()!.tabIndex = 0;
    film()!.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(counter()).toBe('3 / 3');
  });

  test('stops a video by removing it when another slide is shown', async () => {
    renderSlider({ start: 2 });
    expect(film()).not.toBeNull();
    await press('Next');
    expect(film()).toBeNull();
  });

  test('has no buttons for other slides with a single picture, which keys and swipes do not change', async () => {
    renderSlider({ slides: [picture('Cellar')] });
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
    screen.getByRole('button', { name: 'Close' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    swipe(300, 100);
    expect([counter(), shownPicture()]).toEqual(['1 / 1', 'Cellar']);
  });

  test('closes with its button, and on Escape', async () => {
    const { onClose } = renderSlider();
    await press('Close');
    expect(onClose).toHaveBeenCalledTimes(1);
    // The browser closes a dialog on Escape, which the test environment does not implement.
    act(() => slider().close());
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('returns the focus to the element that had it', () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    const { unmount } = renderSlider();
    screen.getByRole('button', { name: 'Close' }).focus();
    unmount();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  test('makes a video narrower when the window becomes narrower', () => {
    renderSlider({ start: 2 });
    const before = filmWidth();
    vi.stubGlobal('innerWidth', 400);
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(filmWidth()).toBeLessThan(before);
    expect(filmWidth()).toBeLessThanOrEqual(400);
    vi.unstubAllGlobals();
  });
});
