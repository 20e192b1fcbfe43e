export interface Toast {
  id: number;
  message: string;
  level: 'info' | 'success' | 'failure';
}

const eventName = 'cuvee:toast';
let lastId = 0;

/** Shows a note at the top right for three seconds. `message` is a sentence in the reader's language. */
export function toast(message: string, level: Toast['level'] = 'info'): void {
  lastId += 1;
  window.dispatchEvent(new CustomEvent<Toast>(eventName, { detail: { id: lastId, message, level } }));
}

/** Hears every toast until the returned function is called. */
export function onToast(show: (toast: Toast) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<Toast>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
