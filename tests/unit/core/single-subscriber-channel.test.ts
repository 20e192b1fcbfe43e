import { describe, expect, it } from 'vitest';
import { createSingleSubscriberChannel } from '#client/core/single-subscriber-channel.ts';

describe('createSingleSubscriberChannel', () => {
  it('delivers values that were published before the subscription, in order and once', () => {
    const channel = createSingleSubscriberChannel<number>();
    const received: number[] = [];
    channel.publish(1);
    channel.publish(2);
    const unsubscribe = channel.subscribe((value) => received.push(value));
    channel.publish(3);
    unsubscribe();
    expect(received).toEqual([1, 2, 3]);
    channel.subscribe((value) => received.push(value));
    expect(received).toEqual([1, 2, 3]);
  });

  it('keeps at most ten pending values', () => {
    const channel = createSingleSubscriberChannel<number>();
    const received: number[] = [];
    for (let value = 0; value < 20; value += 1) channel.publish(value);
    channel.subscribe((value) => received.push(value));
    expect(received).toHaveLength(10);
  });

  it('keeps the newer subscriber when the older one ends its subscription', () => {
    const channel = createSingleSubscriberChannel<number>();
    const received: number[] = [];
    const endFirst = channel.subscribe(() => {});
    channel.subscribe((value) => received.push(value));
    endFirst();
    channel.publish(1);
    expect(received).toEqual([1]);
  });
});
