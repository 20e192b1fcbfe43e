import type { ReactNode } from 'react';
import { createSingleSubscriberChannel } from './single-subscriber-channel.ts';

export interface ModalRequest {
  /** Accessible name of the dialog. */
  label: string;
  content: ReactNode;
  /** `false` if the page behind the dialog can be scrolled. */
  locksScroll?: boolean;
}

const channel = createSingleSubscriberChannel<ModalRequest>();

/**
 * Opens a modal dialog, in place of a dialog that is already open.
 * @public
 */
export const openModal = channel.publish;

/** @returns a function that ends the subscription */
export const subscribeToOpenModal = channel.subscribe;
