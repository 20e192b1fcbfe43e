import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ListContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { AuditCards } from '#client/admin/people/AuditList.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';

const entry = { id: 1, resource: 'tag', key: 'oak', before: { label: 'Oak' }, after: { label: 'Oak barrel' } };

describe('AuditCards', () => {
  it('shows the differences of a change once the change is opened', async () => {
    renderInAdmin(
      <ListContextProvider value={{ data: [entry] } as never}>
        <AuditCards describeChange={() => 'Changed tag oak'} describeOrigin={() => 'today'} />
      </ListContextProvider>,
    );
    const differences = t('admin-people.audit.change', { before: 'Oak', after: 'Oak barrel' });
    expect(screen.queryByText(differences)).toBeNull();
    const button = screen.getByRole('button', { name: /^Changed tag oak/ });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(await screen.findByText(differences)).toBeDefined();
  });
});
