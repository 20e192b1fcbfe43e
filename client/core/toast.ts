import { createSingleSubscriberChannel } from './single-subscriber-channel.ts';

export interface Toast {
  id: number;
  message: string;
  level: 'info' | 'success' | 'failure';
  action?: ToastAction;
}

export type ToastAction =
  | { text: string; href: string }
  | {
      text: string;
      run: () => void;
      /**
       * `true` moves the focus to the button, for a visitor who uses the keyboard. The focus returns once the toast
       * closes.
       */
      takesFocus?: boolean;
    };

/** A toast to show, or `clear` to remove all toasts. */
type ToastEvent = Toast | 'clear';

const channel = createSingleSubscriberChannel<ToastEvent>();
let lastId = 0;

/**
 * Shows a toast for `toastDurationMs`.
 * @param message a sentence in the visitor's language
 */
export function showToast(message: string, level: Toast['level'] = 'info', action?: ToastAction): void {
  lastId += 1;
  channel.publish({ id: lastId, message, level, ...(action && { action }) });
}

export const clearToasts = (): void => channel.publish('clear');

/** @returns a function that ends the subscription */
export const subscribeToToasts = channel.subscribe;
