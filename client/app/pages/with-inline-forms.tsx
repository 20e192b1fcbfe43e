import type { ReactNode } from 'react';
import { FormView } from '#client/features/forms/FormView.tsx';
import { FormComponentContext } from '#client/features/site/sections/form-component-context.ts';

/** Higher-order component that shows forms within a page, instead of links to separate pages with the forms. */
export const withInlineForms =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <FormComponentContext value={FormView}>
      <Page data={data} />
    </FormComponentContext>
  );
