/** 32 hexadecimal digits. Plain http has no `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ids for messages: the same message has the same id until it is sent, so that one whose answer was lost is stored once. */
export function createMessageIds() {
  let last = { content: '', id: '' };
  return {
    idFor(message: unknown): string {
      const content = JSON.stringify(message);
      if (content !== last.content) last = { content, id: randomId() };
      return last.id;
    },
    sent: () => {
      last = { content: '', id: '' };
    },
  };
}
