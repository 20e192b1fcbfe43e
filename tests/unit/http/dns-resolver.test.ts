import { afterEach, describe, expect, it } from 'vitest';
import { areNameServerAddresses, createDnsResolver, DnsUnavailableError } from '#server/http/dns-resolver.ts';
import { type DnsResponder, startFakeDnsServer } from '#tests/support/servers/fake-dns-server.ts';

const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0)) await end();
});

async function resolverFor(answer: DnsResponder, timeoutMs = 3_000) {
  const server = await startFakeDnsServer(answer);
  close.push(server.close);
  return createDnsResolver({ servers: [server.address], timeoutMs });
}

describe('a DNS resolver', () => {
  it('joins the parts of long TXT records and accepts text that is not ASCII', async () => {
    const texts = [`v=spf1 ${'a'.repeat(600)}`, 'Château', ''];
    const dns = await resolverFor(() => texts);
    expect((await dns.readTexts('estate.example')).map((text) => text.length)).toEqual([607, expect.any(Number), 0]);
    expect((await dns.readTexts('estate.example'))[0]).toBe(texts[0]);
  });

  it.each(['nxdomain', []] as const)('finds nothing for the response %j', async (answer) => {
    const dns = await resolverFor(() => answer);
    expect(await dns.readTexts('estate.example')).toEqual([]);
    expect(await dns.readMailServers('estate.example')).toEqual([]);
    expect(await dns.hasAddress('estate.example')).toBe(false);
  });

  it('finds nothing under a name that is too long for the DNS', async () => {
    const dns = await resolverFor(() => ['x']);
    expect(await dns.readTexts(`_cuvee-verification.${'abcdefghi.'.repeat(24)}example`)).toEqual([]);
  });

  it('does not count the record of a domain that receives no mail as a mail server', async () => {
    const dns = await resolverFor(() => ['']);
    expect(await dns.readMailServers('estate.example')).toEqual([]);
    const other = await resolverFor(() => ['mail.example']);
    expect(await other.readMailServers('estate.example')).toEqual(['mail.example']);
  });

  it('finds an address of either version, even if the look-up of the other one fails', async () => {
    const onlyIpv6 = await resolverFor((type) => (type === 'AAAA' ? ['2001:db8::1'] : 'servfail'));
    expect(await onlyIpv6.hasAddress('estate.example')).toBe(true);
    const onlyIpv4 = await resolverFor((type) => (type === 'A' ? ['192.0.2.1'] : []));
    expect(await onlyIpv4.hasAddress('estate.example')).toBe(true);
  });

  it('reports a failing server as unavailable, and not as a missing record', async () => {
    const dns = await resolverFor(() => 'servfail');
    await expect(dns.readTexts('estate.example')).rejects.toBeInstanceOf(DnsUnavailableError);
    await expect(dns.hasAddress('estate.example')).rejects.toBeInstanceOf(DnsUnavailableError);
  });

  it('gives up a server that does not respond after the time limit', async () => {
    const dns = await resolverFor(() => 'silent', 300);
    const startedAt = Date.now();
    await expect(dns.readTexts('estate.example')).rejects.toBeInstanceOf(DnsUnavailableError);
    expect(Date.now() - startedAt).toBeLessThan(2_500);
  });
});

describe('areNameServerAddresses', () => {
  it.each([
    [['192.0.2.53'], true],
    [['192.0.2.53:5353', '[2001:db8::1]:53', '2001:db8::1'], true],
    [[], true],
    [['dns.example'], false],
    [['192.0.2.53', 'x'], false],
  ])('checks %j', (servers, expected) => {
    expect(areNameServerAddresses(servers)).toBe(expected);
  });
});
