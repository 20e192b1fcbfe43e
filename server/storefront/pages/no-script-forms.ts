import type { FormSubmissionResult } from '#shared/rendering.ts';
import { withdrawActionValue } from '#shared/reviews/review-rules.ts';

type Answers = FormSubmissionResult['answers'];

export interface NoScriptFormCall {
  /** HTTP method of the call; POST by default. */
  method?: 'PUT';
  path: string;
  body: object;
}

/** A form that browsers send without scripts, and the call of the API that accepts its answers. */
export interface NoScriptFormAdapter {
  /**
   * Creates the call of the API.
   * @returns Null if the answers do not identify the subject of the form.
   */
  toCall(answers: Answers): NoScriptFormCall | null;
  /** The token of the review invitation whose subjects the page shows again. */
  invitationToken?: string;
}

const firstAnswer = (answers: Answers, name: string): string => answers[name]?.[0] ?? '';

/** Parses a number. An empty or malformed one becomes null, which the API refuses where it requires a number. */
const toNumber = (text: string): number | null => (/^\s*\d{1,10}\s*$/.test(text) ? Number(text) : null);

/** Creates the form for the registration for an event. @param id the id in the URL path of the event's page */
export const createElementRegistrationFormAdapter = (id: number): NoScriptFormAdapter => ({
  toCall: (answers) => {
    const route = firstAnswer(answers, 'route');
    if (!/^[a-z0-9-]{1,60}$/.test(route)) return null;
    return {
      path: `/element/${route}/${id}/register`,
      body: {
        idSlot: toNumber(firstAnswer(answers, 'idSlot')),
        people: toNumber(firstAnswer(answers, 'people')),
        language: firstAnswer(answers, 'language'),
        name: firstAnswer(answers, 'name'),
        email: firstAnswer(answers, 'email'),
      },
    };
  },
});

/** Creates the form for a review. @param token the token of the invitation, from the URL path */
export const createReviewFormAdapter = (token: string): NoScriptFormAdapter => ({
  invitationToken: token,
  toCall: (answers) => {
    // A review of the estate belongs to no line of the order.
    const subject = { token, line: toNumber(firstAnswer(answers, 'line')) };
    if (firstAnswer(answers, 'action') === withdrawActionValue)
      return { method: 'PUT', path: '/review/withdraw', body: subject };
    return {
      path: '/review',
      body: {
        ...subject,
        rating: toNumber(firstAnswer(answers, 'rating')),
        text: firstAnswer(answers, 'text'),
        author: firstAnswer(answers, 'author'),
      },
    };
  },
});
