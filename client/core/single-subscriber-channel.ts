/** Maximum number of values that wait for a subscriber. Further values are dropped. */
const maxPending = 10;

interface SingleSubscriberChannel<T> {
  publish(value: T): void;
  /**
   * Replaces the subscriber and delivers the waiting values to it.
   * @returns a function that ends the subscription
   */
  subscribe(subscriber: (value: T) => void): () => void;
}

/**
 * Creates a channel with one subscriber in the browser. Values that are published before the subscriber's code has
 * loaded wait for the subscriber.
 */
export function createSingleSubscriberChannel<T>(): SingleSubscriberChannel<T> {
  let current: ((value: T) => void) | undefined;
  let pending: T[] = [];
  return {
    publish(value) {
      if (current) current(value);
      else if (pending.length < maxPending) pending.push(value);
    },
    subscribe(subscriber) {
      current = subscriber;
      const values = pending;
      pending = [];
      for (const value of values) subscriber(value);
      return () => {
        if (current === subscriber) current = undefined;
      };
    },
  };
}
