import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { useCart } from '../cart-context.tsx';

/** A button is `asleep` until the browser has restored the cart. */
export type AddingStage = 'asleep' | 'ready' | 'busy' | 'added';

/** How long a button says that it has added, in milliseconds. Clicks in its first part belong to a double click. */
const addedMs = 2_000;
const deafMs = 600;

/** The life of a button that adds: one act at a time, and what fails is said. `act` answers whether it added something. */
export function useAdding(act: () => Promise<boolean>): { stage: AddingStage; start: () => void } {
  const { t } = useTexts();
  const restored = useCart((state) => state.restored);
  const [stage, setStage] = useState<Exclude<AddingStage, 'asleep'>>('ready');
  const deaf = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const later = (what: () => void, ms: number) => void timers.current.push(setTimeout(what, ms));
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
        deaf.current = false;
      }, deafMs);
    }
  };
  const start = () => {
    if (deaf.current) return;
    deaf.current = true;
    void run();
  };
  return { stage: restored ? stage : 'asleep', start };
}
