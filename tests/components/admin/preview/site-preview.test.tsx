import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SitePreview } from '#client/admin/preview/SitePreview.tsx';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';

const t = (key: string) => translate(`admin-pages.preview.${key}`);

/** The width in CSS pixels that the panel leaves to the frame. */
const available = 720;
let measure = () => {};
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(available);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const findFrame = () => screen.findByTitle<HTMLIFrameElement>('Home');
const findToggle = (width: 'phone' | 'desktop') => screen.getByRole('button', { name: t(width) });

describe('SitePreview', { timeout: 60_000 }, () => {
  it('lays the page out for a computer, reduced to the available width', async () => {
    renderInAdmin(<SitePreview title="Home" url="/preview" />);
    const frame = await findFrame();
    act(() => measure());
    expect(frame.getAttribute('src')).toBe('/preview');
    expect(frame.style.width).toBe('1440px');
    expect(frame.style.transform).toBe('scale(0.5)');
    expect(findToggle('desktop').getAttribute('aria-pressed')).toBe('true');
  });

  it('lays the page out for a phone at its true size, and goes back', async () => {
    renderInAdmin(<SitePreview title="Home" url="/preview" />);
    const frame = await findFrame();
    act(() => measure());
    await userEvent.click(findToggle('phone'));
    expect([frame.style.width, frame.style.transform]).toEqual(['390px', 'scale(1)']);
    expect(findToggle('phone').getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(findToggle('desktop'));
    expect([frame.style.width, frame.style.transform]).toEqual(['1440px', 'scale(0.5)']);
  });

  it('keeps a width when its button is pressed again', async () => {
    renderInAdmin(<SitePreview title="Home" url="/preview" />);
    const frame = await findFrame();
    await userEvent.click(findToggle('phone'));
    await userEvent.click(findToggle('phone'));
    expect(frame.style.width).toBe('390px');
    expect(findToggle('phone').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows its messages without a frame as long as there is no page', async () => {
    renderInAdmin(
      <SitePreview title="Home" url={null}>
        <p>Nothing to preview</p>
      </SitePreview>,
    );
    expect(await screen.findByText('Nothing to preview')).toBeDefined();
    expect(screen.queryByTitle('Home')).toBeNull();
  });
});
