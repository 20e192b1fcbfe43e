import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider, SimpleForm } from 'react-admin';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ParameterValueInput } from '#client/admin/site/ParameterValueInput.tsx';
import { renderInAdmin } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const stored = [
  { type: 'COMPANY_NAME', value: 'Clos & Fils' },
  { type: 'LEGAL_AGENT', value: '' },
];

function renderTerms(html: string) {
  const onSubmit = vi.fn();
  const items = stored.map((item) => ({ key: item.type, revision: 1, archivedAt: null, item }));
  stubApi({ 'GET /admin/parameter?page=1&nbItem=100': { data: { items, total: items.length } } });
  renderInAdmin(
    <ResourceContextProvider value="parameter">
      <SimpleForm record={{ id: 'SALE_TERMS', value: { en: html } }} onSubmit={onSubmit}>
        <ParameterValueInput type="SALE_TERMS" />
      </SimpleForm>
    </ResourceContextProvider>,
  );
  return { onSubmit, preview: () => screen.getByRole('region', { name: 'As customers read it' }) };
}

afterEach(() => vi.unstubAllGlobals());

describe('the form of a legal text', () => {
  test('lists the placeholders with their values, inserts one and shows the text filled in', async () => {
    const { onSubmit, preview } = renderTerms('<p>Our terms</p>');
    expect((await screen.findByRole('textbox')).textContent).toBe('Our terms');
    const list = await screen.findByRole('region', { name: 'Your details in this text' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    expect(within(list).getByText('Clos & Fils')).toBeDefined();
    await userEvent.click(within(list).getByRole('button', { name: 'Insert: Company name' }));
    await waitFor(() => expect(preview().textContent).toContain('Clos & Fils'));
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ value: { html: { en: '<p>{{COMPANY_NAME}}Our terms</p>' } } });
  });

  test('marks an unknown placeholder, and links the settings of those that are empty or not set', async () => {
    renderTerms('<p>{{COMPANY}} {{LEGAL_AGENT}} {{RCS_NUMBER}}</p>');
    const [unknown, empty, notSet] = await screen.findAllByRole('alert');
    expect(unknown?.textContent).toContain('{{COMPANY}} is not a known placeholder');
    const linkIn = (alert: HTMLElement | undefined) =>
      within(alert as HTMLElement)
        .getByRole('link')
        .getAttribute('href');
    expect(empty?.textContent).toContain('“Legal representative” is empty');
    expect(linkIn(empty)).toBe('/parameter/LEGAL_AGENT');
    expect(linkIn(notSet)).toMatch(/^\/parameter\/create\?source=/);
  });
});
