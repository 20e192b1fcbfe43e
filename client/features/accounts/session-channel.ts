let channel: BroadcastChannel | undefined;

/**
 * Returns the channel between the tabs of a browser. One object both sends and receives, because a `BroadcastChannel`
 * does not deliver a message to the object that has sent it.
 */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('cuvee-session');
  return channel;
}

/** Notifies the other tabs of this browser that the customer has logged in or out. */
export const announceSessionChange = (): void => openChannel().postMessage(null);

/**
 * Calls `onChange` when another tab has logged the customer in or out.
 * @returns a function that ends the subscription
 */
export function subscribeToSessionChanges(onChange: () => void): () => void {
  const opened = openChannel();
  opened.addEventListener('message', onChange);
  return () => opened.removeEventListener('message', onChange);
}
