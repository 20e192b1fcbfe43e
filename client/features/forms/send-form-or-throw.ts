import { ApiCallError, callApi, readResponseDataOrThrow } from '#client/core/call-api.ts';

export interface FormOpeningTicket {
  ticket: string;
  /** Unix time in milliseconds from which the form may be sent. */
  usableAt: number;
}

/**
 * Margin for the time that the response with the ticket took, because the API refuses a ticket below its minimum age.
 */
const ticketMarginMs = 300;

/**
 * Fetches the ticket with which a form is sent, a signed time stamp of its first use.
 * @returns null if the API fails; forms can be sent without a ticket
 */
export async function fetchFormTicket(): Promise<FormOpeningTicket | null> {
  try {
    const { ticket, minSeconds } = await callApi('GET /forms/ticket');
    return { ticket, usableAt: Date.now() + minSeconds * 1_000 + ticketMarginMs };
  } catch (error) {
    if (error instanceof ApiCallError) return null;
    throw error;
  }
}

/**
 * Sends a form with its files, once its ticket is old enough.
 * @param url URL of the call, such as `/api/forms/7/submit`.
 * @throws ApiCallError if the API refuses the form or cannot be reached
 */
export async function sendFormOrThrow(
  url: string,
  body: FormData,
  ticket: FormOpeningTicket | null,
  proofOfWork?: string,
): Promise<void> {
  if (ticket) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ticket.usableAt - Date.now())));
    body.set('ticket', ticket.ticket);
  }
  if (proofOfWork) body.set('altcha', proofOfWork);
  const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body }).catch(() => {
    throw new ApiCallError(503, '');
  });
  await readResponseDataOrThrow(response);
}
