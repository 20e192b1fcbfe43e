import type { ReactNode } from 'react';
import SpecEdit from '../../resources/SpecEdit.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

/** The form of an electronic label, with a preview of the label. */
export default function ELabelEdit(): ReactNode {
  return (
    <SpecEdit>
      <ELabelPreview />
    </SpecEdit>
  );
}
