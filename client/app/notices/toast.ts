export interface Toast {
  id: number;
  message: string;
  level: 'info' | 'success' | 'failure';
  /** What can be done about it: a way to a page, or an act. */
  offer?: { text: string; href: string } | { text: string; act: () => void };
}

const eventName = 'cuvee:toast';
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

/** Hears every toast until the returned function is called. */
export function onToast(show: (toast: Toast) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<Toast>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
