import { createChannel } from './channel.ts';

export interface Toast {
  id: number;
  message: string;
  level: 'info' | 'success' | 'failure';
  action?: ToastAction;
}

export type ToastAction = { text: string; href: string } | { text: string; run: () => void };

/** A toast to show, or `clear` to remove all of them. */
type ToastEvent = Toast | 'clear';

const channel = createChannel<ToastEvent>();
let lastId = 0;

/**
 * Shows a message for `toastDurationMs`, twice as long with an action.
 * @param message a sentence in the visitor's language
 */
export function showToast(message: string, level: Toast['level'] = 'info', action?: ToastAction): void {
  lastId += 1;
  channel.publish({ id: lastId, message, level, ...(action && { action }) });
}

/** Removes all toasts. */
export const clearToasts = (): void => channel.publish('clear');

/** @returns a function that ends the subscription. */
export const subscribeToToasts = channel.subscribe;
