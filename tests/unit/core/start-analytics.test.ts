import { afterEach, describe, expect, test, vi } from 'vitest';
import { consentChannel } from '#client/core/analytics/consent.ts';
import { startAnalytics } from '#client/core/analytics/start-analytics.ts';
import { createFakeAnalytics } from '#tests/support/fixtures/fake-analytics-provider.ts';

let stop = () => {};
afterEach(() => stop());

describe('startAnalytics', () => {
  test('loads a provider only after consent to its category, and starts it once with the id of the estate', async () => {
    const { provider, load, start } = createFakeAnalytics();
    stop = startAnalytics([provider], { FAKE_ANALYTICS: 'F-1' });
    consentChannel.publish([]);
    consentChannel.publish(['advertising']);
    expect(load).not.toHaveBeenCalled();
    consentChannel.publish(['advertising', 'analytics']);
    consentChannel.publish(['analytics']);
    await vi.waitFor(() => expect(start).toHaveBeenCalledWith('F-1'));
    expect(load).toHaveBeenCalledTimes(1);
  });

  test.each<Record<string, string>>([{}, { FAKE_ANALYTICS: '' }, { WEB_ANALYTICS: 'G-1' }])(
    'loads nothing for an estate with the ids %j',
    (ids) => {
      const { provider, load } = createFakeAnalytics();
      stop = startAnalytics([provider], ids);
      consentChannel.publish(['analytics', 'advertising']);
      expect(load).not.toHaveBeenCalled();
    },
  );

  test('tries a module that could not be loaded again at the next consent', async () => {
    const { provider, load, start } = createFakeAnalytics();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    stop = startAnalytics([provider], { FAKE_ANALYTICS: 'F-1' });
    consentChannel.publish(['analytics']);
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve));
    consentChannel.publish(['analytics']);
    await vi.waitFor(() => expect(start).toHaveBeenCalledWith('F-1'));
  });
});
