import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { useCart } from '../cart-context.tsx';

/** A button is `disabled` until the cart has been restored. */
export type AddButtonStage = 'disabled' | 'ready' | 'busy' | 'added';

/** How long a button shows that it has added the product. */
const addedMs = 2_000;
/** Ignores the second click of a double click. */
const clickLockMs = 600;

/**
 * The stages of a button that adds to the cart. It runs one action at a time and shows failures as toasts.
 * @param act returns whether it added something.
 */
export function useAddButton(act: () => Promise<boolean>): { stage: AddButtonStage; start: () => void } {
  const { t } = useTexts();
  const restored = useCart((state) => state.restored);
  const [stage, setStage] = useState<Exclude<AddButtonStage, 'disabled'>>('ready');
  const isLocked = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const later = (run: () => void, ms: number) => void timers.current.push(setTimeout(run, ms));
  const run = async () => {
    setStage('busy');
    try {
      const added = await act();
      setStage(added ? 'added' : 'ready');
      if (added) later(() => setStage((now) => (now === 'added' ? 'ready' : now)), addedMs);
    } catch (error) {
      setStage('ready');
      if (!isReadFailure(error)) throw error;
      toast(error.message || t('catalogue.add.failed'), 'failure');
    } finally {
      later(() => {
        isLocked.current = false;
      }, clickLockMs);
    }
  };
  const start = () => {
    if (isLocked.current) return;
    isLocked.current = true;
    void run();
  };
  return { stage: restored ? stage : 'disabled', start };
}
