import type { ReactNode } from 'react';
import SpecCreate from '../../resources/SpecCreate.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

/** The form for a new electronic label, with a preview of the label. */
export default function ELabelCreate(): ReactNode {
  return (
    <SpecCreate>
      <ELabelPreview />
    </SpecCreate>
  );
}
