/** Local storage that may be refused, full or damaged: then the cart lives as long as the page does. */
export const readableStorage = {
  getItem: (name: string): string | null => {
    try {
      const text = localStorage.getItem(name);
      // What cannot be read is as good as nothing: the cart begins empty instead of failing.
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
      // Refused or full: nothing can be remembered.
    }
  },
  removeItem: (name: string): void => {
    try {
      localStorage.removeItem(name);
    } catch {
      // As above.
    }
  },
};
