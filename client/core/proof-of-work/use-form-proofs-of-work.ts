import { useSiteShell } from '../app-context.tsx';

interface FormProofOfWork {
  /** Begins to compute a proof of work, when the visitor first uses the form. */
  prepare: () => void;
  /**
   * Returns the proof of work for one attempt to send the form; undefined if the site requires none or the browser
   * could not compute one.
   */
  take: () => Promise<string | undefined>;
}

/** Computes the proofs of work of a form, on sites that require them (parameter FORMS_PROOF_OF_WORK). */
export function useFormProofsOfWork(): FormProofOfWork {
  const isRequired = useSiteShell().parameters.FORMS_PROOF_OF_WORK;
  // An error is ignored, because the API accepts a few forms without a proof of work.
  const load = async () => (isRequired ? import('./form-proofs-of-work.ts').catch(() => null) : null);
  return {
    prepare: async () => (await load())?.prepareProofOfWork(),
    take: async () => (await load())?.consumeProofOfWork(),
  };
}
