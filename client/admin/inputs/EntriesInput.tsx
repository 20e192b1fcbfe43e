import type { ReactNode } from 'react';
import { ArrayInput, SimpleFormIterator } from 'react-admin';
import { AddEntryButton } from './AddEntryButton.tsx';
import { AddPictureEntries } from './AddPictureEntries.tsx';
import { DraggableEntries, DragHandle } from './DraggableEntries.tsx';
import { describeField, type FieldSchemas } from './describe-field.ts';
import { usePendingUploadsValidation } from './use-pending-uploads-validation.ts';

interface EntriesInputProps {
  source: string;
  /** The fields of each entry, if all entries have the same ones. */
  fields?: FieldSchemas;
  children: ReactNode;
}

/**
 * A list of numbered entries, which can be added, removed, and moved with buttons or by dragging their numbers.
 * Pictures are added to a list of pictures several at a time.
 */
export function EntriesInput({ source, fields = {}, children }: EntriesInputProps): ReactNode {
  const uploadsValidation = usePendingUploadsValidation({ source });
  const isPictures = isPictureList(fields);
  return (
    <DraggableEntries>
      <ArrayInput source={source} validate={uploadsValidation.validate}>
        <SimpleFormIterator
          fullWidth
          disableClear
          // The autofocus would open the list of videos of each added picture.
          disableAutoFocus={isPictures}
          addButton={
            <>
              <AddEntryButton />
              {isPictures && <AddPictureEntries onUploadsChange={uploadsValidation.update} />}
            </>
          }
          getItemLabel={(index) => <DragHandle index={index} />}
        >
          {children}
        </SimpleFormIterator>
      </ArrayInput>
    </DraggableEntries>
  );
}

/** Checks whether a picture is the only required field of an entry. */
function isPictureList({ image, ...others }: FieldSchemas): boolean {
  if (!image) return false;
  const field = describeField('image', image);
  const isPicture = field.kind === 'reference' && field.resource === 'image';
  return isPicture && Object.entries(others).every(([name, schema]) => !describeField(name, schema).isRequired);
}
