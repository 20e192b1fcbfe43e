import type { ReactNode } from 'react';
import ResourceEdit from '../../resources/ResourceEdit.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

export default function ELabelEdit(): ReactNode {
  return (
    <ResourceEdit>
      <ELabelPreview />
    </ResourceEdit>
  );
}
