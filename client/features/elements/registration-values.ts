/** The fields of the registration form. */
export interface RegistrationValues {
  idSlot: string;
  people: string;
  language: string;
  name: string;
  email: string;
}

export interface SentRegistration {
  state: 'CONFIRMED' | 'WAITING';
  email: string;
}
