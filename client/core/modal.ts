import type { ReactNode } from 'react';

export interface ModalRequest {
  /** What it is, for screen readers. */
  label: string;
  content: ReactNode;
  /** Whether the page behind it stands still; by default it does. */
  locksScroll?: boolean;
  /** A popup of the estate: once closed it stays away, unless it shows on every load. */
  popup?: { id: number; everyLoad: boolean };
}

const eventName = 'cuvee:modal';

/**
 * Shows something above the page, in place of what is shown there now.
 * @public
 */
export const openModal = (request: ModalRequest): boolean =>
  window.dispatchEvent(new CustomEvent<ModalRequest>(eventName, { detail: request }));

/** Hears every request until the returned function is called. */
export function onModal(show: (request: ModalRequest) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<ModalRequest>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
