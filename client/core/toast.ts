export interface Toast {
  id: number;
  message: string;
  level: 'info' | 'success' | 'failure';
  /** What can be done about it: a way to a page, or an act. */
  offer?: { text: string; href: string } | { text: string; act: () => void };
}

const eventName = 'cuvee:toast';
const endName = 'cuvee:toasts-end';
let lastId = 0;

/**
 * Shows a note at the top right for three seconds, or for as long as somebody points at it. `message` is a sentence in
 * the reader's language.
 */
export function toast(message: string, level: Toast['level'] = 'info', offer?: Toast['offer']): void {
  lastId += 1;
  window.dispatchEvent(
    new CustomEvent<Toast>(eventName, { detail: { id: lastId, message, level, ...(offer && { offer }) } }),
  );
}

/** Takes away the notes that are shown: what they tell of has just been opened. */
export const clearToasts = (): boolean => window.dispatchEvent(new Event(endName));

/** Hears when they are to go, as below. */
export function onToastsEnd(clear: () => void): () => void {
  window.addEventListener(endName, clear);
  return () => window.removeEventListener(endName, clear);
}

/** Hears every toast until the returned function is called. */
export function onToast(show: (toast: Toast) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<Toast>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
