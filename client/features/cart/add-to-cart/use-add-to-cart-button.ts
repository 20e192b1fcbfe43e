import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useCart } from '../cart-store.tsx';

/** State of an add-to-cart button. It is `disabled` until the cart has been restored from local storage. */
type AddToCartButtonState = 'disabled' | 'ready' | 'busy' | 'added';

/** Time in milliseconds for which the button confirms that the product was added. */
const addedMs = 2_000;
/** Time in milliseconds after an action in which clicks are ignored, such as the second click of a double click. */
const clickLockMs = 600;

/**
 * Manages the state of an add-to-cart button. It runs one action at a time and shows failures as toasts.
 * @param addProduct adds the product, and returns `true` if it added something
 */
export function useAddToCartButton(addProduct: () => Promise<boolean>): {
  stage: AddToCartButtonState;
  start: () => void;
} {
  const { t } = useTexts();
  const isRestored = useCart((state) => state.isRestored);
  const [stage, setStage] = useState<Exclude<AddToCartButtonState, 'disabled'>>('ready');
  const isLocked = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const schedule = (run: () => void, ms: number) => void timers.current.push(setTimeout(run, ms));
  const run = async () => {
    setStage('busy');
    try {
      const isAdded = await addProduct();
      setStage(isAdded ? 'added' : 'ready');
      if (isAdded) schedule(() => setStage((now) => (now === 'added' ? 'ready' : now)), addedMs);
    } catch (error) {
      setStage('ready');
      showToast(describeCallError(error, t, 'catalogue.add.failed'), 'failure');
    } finally {
      schedule(() => {
        isLocked.current = false;
      }, clickLockMs);
    }
  };
  const start = () => {
    if (isLocked.current) return;
    isLocked.current = true;
    void run();
  };
  return { stage: isRestored ? stage : 'disabled', start };
}
