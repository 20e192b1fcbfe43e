import { describe, expect, test } from 'vitest';
import { createSessionStore } from '#client/features/accounts/session.tsx';

const camille = {
  id: '7',
  email: 'camille@mail.example',
  phone: '05 45 00 00 00',
  firstname: 'Camille',
  lastname: 'Vignaud',
  birthdate: '1980-02-29',
  role: 'MEMBER' as const,
};
const empty = { id: '', email: '', firstname: '', lastname: '', birthdate: '', role: 'MEMBER' };

describe('createSessionStore', () => {
  test('begins with an unknown session and an empty profile', () => {
    expect(createSessionStore().getState()).toMatchObject({ isLoggedIn: null, me: { ...empty, phone: '' } });
  });

  test('start logs the profile in', () => {
    const session = createSessionStore();
    session.getState().start(camille);
    expect(session.getState()).toMatchObject({ isLoggedIn: true, me: camille });
  });

  test('end removes all personal data, including the telephone number', () => {
    const session = createSessionStore();
    session.getState().start(camille);
    session.getState().end();
    expect(session.getState().isLoggedIn).toBe(false);
    expect(session.getState().me).toEqual(empty);
  });

  test('returns an independent store for each call', () => {
    const session = createSessionStore();
    session.getState().start(camille);
    expect(createSessionStore().getState().isLoggedIn).toBeNull();
  });
});
