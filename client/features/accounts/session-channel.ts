let channel: BroadcastChannel | undefined;

/** One object for sending and receiving, because a channel does not deliver its own messages. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('cuvee-session');
  return channel;
}

/** Tells the other tabs of this browser that the customer has logged in or out. */
export const announceSessionChange = (): void => openChannel().postMessage(null);

/** @returns a function that ends the subscription. */
export function subscribeToSessionChanges(onChange: () => void): () => void {
  const opened = openChannel();
  opened.addEventListener('message', onChange);
  return () => opened.removeEventListener('message', onChange);
}
