const channelName = 'cuvee-session';

/** Tells the other tabs of this browser that the customer has logged in or out. */
export function announceSessionChange(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** @returns a function that ends the subscription. */
export function subscribeToSessionChanges(onChange: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onChange);
  return () => channel.close();
}
