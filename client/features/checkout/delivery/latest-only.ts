interface LatestOnlyOptions<Answer> {
  run: (question: string) => Promise<Answer>;
  /** A question is on its way, or none is any more. */
  onBusyChange: (isBusy: boolean) => void;
  /** What came of the last question; not told where another is wanted by now. */
  onResult: (answer: Answer) => void;
  onError: (error: unknown) => void;
  /** Nothing is wanted any more. */
  onIdle: () => void;
}

/**
 * Asks one question at a time: while one is on its way no other is begun. If something else is wanted by then, it is asked
 * next, and only that. The empty question is not asked.
 */
export function latestOnly<Answer>({ run, onBusyChange, onResult, onError, onIdle }: LatestOnlyOptions<Answer>) {
  let wanted = '';
  let last = '';
  let running = false;
  const go = async (): Promise<void> => {
    if (running || wanted === last) return;
    const asked = wanted;
    last = asked;
    if (asked === '') return onIdle();
    running = true;
    onBusyChange(true);
    try {
      const answer = await run(asked);
      if (wanted === asked) onResult(answer);
    } catch (error) {
      if (wanted === asked) onError(error);
    } finally {
      running = false;
      onBusyChange(false);
    }
    return go();
  };
  return {
    want(question: string): void {
      wanted = question;
      void go();
    },
    /** Asks for what is wanted once more. */
    again(): void {
      if (running) return;
      last = '';
      void go();
    },
  };
}
