import type { z } from 'zod';

/** A violation of a rule that the schemas of single fields do not express, such as one that involves several fields. */
export interface InputIssue {
  path: (string | number)[];
  message: string;
  /** Selects the message for staff, which is the text `field.<code>` of errors.json; absent for a general message. */
  code?: string;
  /** The values that this text shows, such as the limits of a number; `field` replaces the path of the field. */
  values?: Readonly<Record<string, string | number>> | undefined;
}

/** Converts an issue to the form in which zod reports issues, for a rule that no schema checks. */
export const toSchemaIssue = ({ path, message, code, values }: InputIssue) => ({
  code: 'custom' as const,
  path,
  message,
  ...(code !== undefined && { params: { code, ...(values && { values }) } }),
});

export const createRefinement =
  <Input>(issuesOf: (input: Input) => readonly InputIssue[]) =>
  (input: Input, context: z.RefinementCtx<Input>): void => {
    for (const issue of issuesOf(input)) context.addIssue(toSchemaIssue(issue));
  };
