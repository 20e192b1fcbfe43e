import { useCallback, useRef } from 'react';
import { type InputProps, useWrappedSource } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { Upload } from '../media/use-uploads.ts';

/**
 * Validates a field with uploads: a form must not be saved without the files that are still being uploaded.
 * @returns The validators for the input, and the function that receives the current uploads.
 */
export function usePendingUploadsValidation({ source, validate = [] }: Pick<InputProps, 'source' | 'validate'>) {
  const { t } = useAdminTexts();
  const { trigger, getFieldState } = useFormContext();
  const name = useWrappedSource(source);
  const isUploading = useRef(false);
  const refuseWhileUploading = () => (isUploading.current ? t('admin-content.pictures.uploading') : undefined);
  const update = useCallback(
    (uploads: readonly Upload[]) => {
      isUploading.current = uploads.some(({ error }) => error === null);
      // The validation runs again after the last upload, so that its message disappears.
      if (!isUploading.current && getFieldState(name).error) void trigger(name);
    },
    [trigger, getFieldState, name],
  );
  return { validate: [...(Array.isArray(validate) ? validate : [validate]), refuseWhileUploading], update };
}
