const storageName = 'cuvee-guest-order';

interface GuestOrderToken {
  id: number;
  token: string;
}

let inMemory: GuestOrderToken | null = null;

/** Saves the token of the last guest order in this browser tab, so that the confirmation page can show the order. */
export function saveGuestOrderToken(order: GuestOrderToken): void {
  inMemory = order;
  try {
    sessionStorage.setItem(storageName, JSON.stringify(order));
  } catch {
    // If the browser blocks storage, the token is lost with the document.
  }
}

/**
 * Reads the token of a guest order.
 * @returns `null` unless the order is the last one that was placed as a guest in this browser tab
 */
export function readGuestOrderToken(id: number): string | null {
  const order = inMemory ?? storedToken();
  return order?.id === id ? order.token : null;
}

function storedToken(): GuestOrderToken | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'id' in stored && 'token' in stored
      ? (stored as GuestOrderToken)
      : null;
  } catch {
    return null;
  }
}
