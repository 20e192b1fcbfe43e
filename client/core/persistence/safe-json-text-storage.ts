/**
 * Local storage that never throws. While storage is blocked or full, the state of stores lasts as long as the document.
 */
export const safeJsonTextStorage = {
  getItem: (name: string): string | null => {
    try {
      const text = localStorage.getItem(name);
      // Damaged JSON is treated as an absent entry, because a store that cannot be restored must start empty.
      if (text !== null) JSON.parse(text);
      return text;
    } catch {
      return null;
    }
  },
  setItem: (name: string, value: string): void => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Local storage is blocked or full, so the value is not kept beyond the document.
    }
  },
};
