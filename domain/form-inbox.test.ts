import { describe, expect, it } from 'vitest';
import { type ReceivedSubmission, replyAddress } from './form-inbox.ts';

const received: ReceivedSubmission = {
  id: '1',
  formId: 'contact',
  form: 'Contact form',
  receivedAt: '2026-09-01T10:00:00.000Z',
  readAt: null,
  kind: 'question',
  answeredAt: null,
  answeredBy: null,
  subject: 'Über & ?',
  from: 'Asha',
  memberUid: null,
  replyTo: "o'asha+x@students.example",
  answers: [],
  answering: { sendsMail: true, quotes: false, repliesTo: null },
  fields: [{ name: 'message', label: 'Message', value: 'One\ntwo & three' }],
};

describe('the address of a reply', () => {
  it('has sender, subject and a quotation', () => {
    const url = new URL(replyAddress(received) ?? '');
    expect(decodeURIComponent(url.pathname)).toBe("o'asha+x@students.example");
    expect(url.searchParams.get('subject')).toBe('Re: Über & ?');
    expect(url.searchParams.get('body')).toBe('\r\n\r\n> One\r\n> two & three');
  });

  it('does not repeat "Re:", and quotes no more than fits into an address', () => {
    const fields = [{ name: 'message', label: 'Message', value: '🎓'.repeat(10_000) }];
    const url = new URL(replyAddress({ ...received, subject: 'RE: x', fields }) ?? '');
    expect(url.searchParams.get('subject')).toBe('RE: x');
    expect([...(url.searchParams.get('body') ?? '')].length).toBeLessThan(1_100);
  });

  it.each(['राव '.repeat(500), '🎓'.repeat(10_000), '\ud800'.repeat(2_000), '\n'.repeat(5_000)])(
    'has fewer than 2,000 characters, whatever the message: %#',
    (value) => {
      const fields = [{ name: 'message', label: 'Message', value }];
      const address = replyAddress({ ...received, subject: 'राव'.repeat(60), fields }) ?? '';
      expect(address.length).toBeLessThan(2_000);
      expect(() => decodeURIComponent(address)).not.toThrow();
    },
  );

  it('is none without a sender', () => {
    expect(replyAddress({ ...received, replyTo: null })).toBeNull();
  });

  it('accepts no injected recipient', () => {
    const url = new URL(replyAddress({ ...received, replyTo: 'a@b.example?bcc=x@y.example&cc=z' }) ?? '');
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  });
});
