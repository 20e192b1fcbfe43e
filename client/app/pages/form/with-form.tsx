import type { ReactNode } from 'react';
import { FormView } from '#client/features/forms/FormView.tsx';
import { FormSlot } from '#client/features/site/sections/form-slot.ts';

/** Higher-order component that shows the forms of a page, instead of links to them. */
export const withForm =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <FormSlot value={FormView}>
      <Page data={data} />
    </FormSlot>
  );
