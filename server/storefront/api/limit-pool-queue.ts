import type { Dispatcher } from 'undici';
import { QueueFullError } from '#server/http/limiter.ts';

export interface PoolQueueLimits {
  maxQueue: number;
  maxWaitMs: number;
}

/**
 * Limits how many requests wait for a connection of a pool, and for how long. The pool's own timeouts begin only when a
 * request has a connection. A request that expires in this queue was never sent.
 */
export function createPoolQueueLimiter({
  maxQueue,
  maxWaitMs,
}: PoolQueueLimits): Dispatcher.DispatcherComposeInterceptor {
  let waiting = 0;
  return (dispatch) => (options, handler) => {
    if (waiting >= maxQueue) throw new QueueFullError('queue for a connection to the API full');
    waiting++;
    let state: 'waiting' | 'expired' | 'settled' = 'waiting';
    const expired = new QueueFullError('timed out waiting for a connection to the API');
    const timer = setTimeout(() => {
      state = 'expired';
      handler.onResponseError?.(noController, expired);
    }, maxWaitMs);
    const leaveQueue = () => {
      if (state === 'settled') return;
      state = 'settled';
      waiting--;
      clearTimeout(timer);
    };
    return dispatch(options, {
      onRequestStart(controller, context) {
        const isExpired = state === 'expired';
        leaveQueue();
        if (isExpired) controller.abort(expired);
        else handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError(controller, error) {
        const isExpired = state === 'expired' || error === expired;
        leaveQueue();
        // Later events are ignored, because the caller has already received the timeout error.
        if (!isExpired) handler.onResponseError?.(controller, error);
      },
    });
  };
}

/** A placeholder for the controller of a request that was never sent. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};
