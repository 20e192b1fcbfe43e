import type { Readable } from 'node:stream';

export interface ServerSentEvent {
  event: string;
  data: string;
}

/** Maximum length of an event in characters. The event `sites` of 100,000 sites is shorter unless hosts were edited. */
const maxEventLength = 8_000_000;

/** Parses server-sent events: blocks of `field: value` lines between empty lines. Comments begin with a colon. */
export async function* parseServerSentEvents(stream: Readable): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    rest += chunk as string;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > maxEventLength) throw new Error(`A server-sent event exceeds ${maxEventLength} characters.`);
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): ServerSentEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const event = fields.get('event');
  return event ? { event, data: fields.get('data') ?? '' } : null;
}
