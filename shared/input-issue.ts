import type { z } from 'zod';

/** A violation of a rule that involves more than one field of an input. */
export interface InputIssue {
  path: (string | number)[];
  message: string;
}

/** Converts a function that finds issues into a refinement for zod's `superRefine`. */
export const createRefinement =
  <Input>(issuesOf: (input: Input) => readonly InputIssue[]) =>
  (input: Input, context: z.RefinementCtx<Input>): void => {
    for (const { path, message } of issuesOf(input)) context.addIssue({ code: 'custom', path, message });
  };
