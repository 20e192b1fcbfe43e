import type { ReactNode } from 'react';
import { createChannel } from './channel.ts';

export interface ModalRequest {
  /** Accessible name of the dialog. */
  label: string;
  content: ReactNode;
  /** `false` lets the page behind the dialog scroll. */
  locksScroll?: boolean;
  /**
   * Set for a popup that staff of the estate configured. Once closed it is not shown again, unless it is set to show on
   * every page load.
   */
  popup?: { id: number; everyLoad: boolean };
}

const channel = createChannel<ModalRequest>();

/**
 * Opens a modal dialog in place of the one that is open.
 * @public
 */
export const openModal = channel.publish;

/** @returns a function that ends the subscription. */
export const subscribeToModals = channel.subscribe;
