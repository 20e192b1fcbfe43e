interface Asking<Answer> {
  ask: (question: string) => Promise<Answer>;
  /** A question is on its way, or none is any more. */
  busy: (isBusy: boolean) => void;
  /** What came of the last question; not told where another is wanted by now. */
  answered: (answer: Answer) => void;
  failed: (error: unknown) => void;
  /** Nothing is wanted any more. */
  idle: () => void;
}

/**
 * Asks one question at a time: while one is on its way no other is begun. If something else is wanted by then, it is asked
 * next, and only that. The empty question is not asked.
 */
export function latestOnly<Answer>({ ask, busy, answered, failed, idle }: Asking<Answer>) {
  let wanted = '';
  let last = '';
  let running = false;
  const go = async (): Promise<void> => {
    if (running || wanted === last) return;
    const asked = wanted;
    last = asked;
    if (asked === '') return idle();
    running = true;
    busy(true);
    try {
      const answer = await ask(asked);
      if (wanted === asked) answered(answer);
    } catch (error) {
      if (wanted === asked) failed(error);
    } finally {
      running = false;
      busy(false);
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
