import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PicturePickerDialog } from '#client/admin/media/PicturePickerDialog.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

it('the dialog to choose a picture does not call the library empty if it could not be read', async () => {
  stubApi({ 'GET /admin/image?nbItem=24&orderBy=-id&page=1': { status: 503, message: '' } });
  renderInAdmin(<PicturePickerDialog max={1} onAdd={() => {}} onClose={() => {}} />);
  expect(await screen.findByText(t('admin.loadFailed'))).toBeDefined();
  expect(screen.queryByText(t('admin-content.pictures.none'))).toBeNull();
});
