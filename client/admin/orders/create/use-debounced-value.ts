import { useEffect, useState } from 'react';

/** Time in milliseconds without typing after which a search begins. */
const debounceMs = 300;

/** Returns a value with a delay, so that a search does not call the API at each key. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
