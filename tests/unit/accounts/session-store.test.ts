import { expect, test } from 'vitest';
import { createSessionStore } from '#client/features/accounts/session-store.ts';

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

test('nobody is known at first, and nobody has asked', () => {
  expect(createSessionStore().getState()).toMatchObject({ logged: null, me: { ...empty, phone: '' } });
});

test('whoever has a profile is logged in', () => {
  const session = createSessionStore();
  session.getState().start(camille);
  expect(session.getState()).toMatchObject({ logged: true, me: camille });
});

test('whoever leaves leaves nothing, a telephone number least of all', () => {
  const session = createSessionStore();
  session.getState().start(camille);
  session.getState().end();
  expect(session.getState().logged).toBe(false);
  expect(session.getState().me).toEqual(empty);
});

test('each visitor has a store of their own', () => {
  const session = createSessionStore();
  session.getState().start(camille);
  expect(createSessionStore().getState().logged).toBeNull();
});
