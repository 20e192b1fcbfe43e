/**
 * The least number of calls that each file of fuzzed calls sends, 12,000 in total. Each file counts its calls, so that
 * a smaller list of endpoints or fewer runs cannot weaken the test unnoticed.
 */
export const minFuzzedCallsByTestFile = { parameters: 7_000, bodies: 3_000, malformedBodies: 2_000 } as const;
