import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const recordTypes = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' } as const;
type DnsRecordType = (typeof recordTypes)[keyof typeof recordTypes];

/**
 * The values of the records of a name (empty for none), or another outcome: the name does not exist, the server fails,
 * or it never responds.
 */
export type FakeDnsResponse = readonly string[] | 'nxdomain' | 'servfail' | 'silent';

/** @param name The requested name in lower case. */
export type DnsResponder = (type: DnsRecordType, name: string) => FakeDnsResponse;

const responseCodes = { servfail: 2, nxdomain: 3 } as const;

/** Starts a DNS server on a free UDP port of the loopback address. */
export async function startFakeDnsServer(answer: DnsResponder) {
  const socket = createSocket('udp4');
  const questions: { type: string; name: string }[] = [];
  socket.on('message', (query, sender) => {
    const { name, typeCode, end } = readQuestion(query);
    const type = recordTypes[typeCode as keyof typeof recordTypes];
    questions.push({ type, name });
    const found = answer(type, name);
    if (found === 'silent') return;
    const values = typeof found === 'string' ? [] : found;
    const code = typeof found === 'string' ? responseCodes[found] : 0;
    const records = values.map((value) => createRecord(typeCode, encodeValue(type, value)));
    socket.send(Buffer.concat([createHead(query, code, records.length, end), ...records]), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    /** The value of the setting DNS_SERVERS. */
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

const headBytes = 12;

function readQuestion(query: Buffer): { name: string; typeCode: number; end: number } {
  const labels: string[] = [];
  let offset = headBytes;
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), typeCode: query.readUInt16BE(offset + 1), end: offset + 5 };
}

/** Creates the head of a response: the head and the question of the query, with the flags of a response. */
function createHead(query: Buffer, code: number, records: number, end: number): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records, 6);
  head.writeUInt32BE(0, 8);
  return head;
}

/** Creates a record without copying its name, which is a pointer to the name in the question. */
function createRecord(typeCode: number, data: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(0xc000 | headBytes, 0);
  head.writeUInt16BE(typeCode, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeValue(type: DnsRecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  // Only short addresses such as `2001:db8::1` are needed.
  if (type === 'AAAA') return Buffer.from(toLongAddress(value), 'hex');
  if (type === 'MX') return Buffer.concat([Buffer.from([0, 10]), encodeName(value)]);
  return Buffer.concat(splitText(value).flatMap((part) => [Buffer.from([part.length]), part]));
}

function toLongAddress(address: string): string {
  const [start = '', end = ''] = address.split('::').map((half) =>
    half
      .split(':')
      .map((part) => part.padStart(4, '0'))
      .join(''),
  );
  return start.padEnd(32 - end.length, '0') + end;
}

/** The empty name is the root, as in the MX record of a domain that receives no mail. */
const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => (label ? [Buffer.from([label.length]), Buffer.from(label)] : [])),
    Buffer.from([0]),
  ]);

/** A TXT record consists of parts of at most 255 bytes. */
function splitText(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 255) parts.push(bytes.subarray(start, start + 255));
  return parts.length > 0 ? parts : [Buffer.alloc(0)];
}
