import type { ReactNode } from 'react';
import { Toasts } from '#client/layout/notices/Toasts.tsx';
import { renderInApp } from './render-in-app.tsx';

/** Renders an element inside the contexts of a small English site, with the toasts that it shows. */
export function renderWithToasts(element: ReactNode): ReturnType<typeof renderInApp> {
  // The test environment does not implement popovers, so their methods are stubbed.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
  return renderInApp(
    <>
      {element}
      <Toasts />
    </>,
  );
}
