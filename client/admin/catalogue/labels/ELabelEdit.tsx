import type { ReactNode } from 'react';
import ResourceEdit from '../../resources/ResourceEdit.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

/** The form of an electronic label, with a preview of the label. */
export default function ELabelEdit(): ReactNode {
  return (
    <ResourceEdit>
      <ELabelPreview />
    </ResourceEdit>
  );
}
