const storageName = 'cuvee-guest-order';

interface GuestOrderToken {
  id: number;
  token: string;
}

let inMemory: GuestOrderToken | null = null;

/** Keeps the token of the last guest order in this tab, so that the success page can show the order. */
export function saveGuestOrderToken(order: GuestOrderToken): void {
  inMemory = order;
  try {
    sessionStorage.setItem(storageName, JSON.stringify(order));
  } catch {
    // Storage is refused: the token lives as long as the document.
  }
}

/** @returns `null` unless this tab has placed the order as a guest. */
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
