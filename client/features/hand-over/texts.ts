import type { HandOver, HandOverLine } from '#domain/hand-over.ts';

type Line = HandOver['lines'][HandOverLine];

export const handOverTexts = {
  title: 'Hand-over',
  subtitle: 'Every club loses its lead each year. Here the next one gets everything that runs the portal.',
  loadFailed: 'The hand-over couldn’t be loaded.',
  name: {
    title: 'The next lead',
    email: 'Their email',
    hint: 'They get a link, for 7 days. A member’s address moves to the administrator’s account; their record and certificate stay.',
    reviewer: 'I become a reviewer',
    reviewerHint:
      'With your address and your password. Otherwise you’re out as soon as they accept: all your sessions and links end.',
    button: 'Send Link',
    busy: 'Sending...',
  },
  named: (email: string, until: string) => `${email} can take over until ${until}.`,
  after: { reviewer: 'Then you become a reviewer.', out: 'Then you’re out.' },
  linkHint: 'If the email doesn’t arrive, hand it over yourself. It works once, and is shown only here.',
  revoke: 'Revoke',
  failed: (reason: string) => `That didn’t work. ${reason}`,
  lines: {
    title: 'Could somebody else run this tomorrow?',
    subtitle:
      'Each line turns green only once you’ve written who else has it, and has to be checked again after a change.',
    checked: (day: string) => `Checked ${day}`,
    unchecked: 'Not checked',
    belongsTo: {
      lead: 'This has your own address. Change it in the settings, or it may stay with you.',
      former: 'This still has the former lead’s address.',
    },
    settings: 'Open the settings',
    check: 'Checked',
    busy: 'Saving...',
  },
  note: {
    title: 'From lead to lead',
    text: 'Note',
    hint: 'The next lead finds it here.',
    button: 'Save Note',
  },
} as const;

interface LineTexts {
  title: string;
  fact: (value: string) => string;
  question: string;
}

export const lineTexts: Record<HandOverLine, LineTexts> = {
  contact: {
    title: 'Mailbox of the club, and address for replies',
    fact: (value) =>
      value ? `Messages go to ${value}.` : 'Messages are in the inbox only; nobody is emailed.',
    question: 'Who else reads it?',
  },
  mail: {
    title: 'Mail server',
    fact: (value) => (value ? `Emails go out by ${value}.` : 'None is set, so that no email is sent.'),
    question: 'Who else can sign in there?',
  },
  passphrase: {
    title: 'Passphrase of the backups',
    fact: (value) =>
      value ? 'Without it, no backup can be opened.' : 'None is set: backups are not encrypted.',
    question: 'Who else knows where the backups are?',
  },
  machine: {
    title: 'Machine',
    fact: (value) => `The portal runs on ${value}.`,
    question: 'Who else can sign in to it, and how?',
  },
  domain: {
    title: 'Address',
    fact: (value) => `The portal is at ${value}.`,
    question: 'Who else can renew the domain, and when?',
  },
};

/** A passphrase is typed, because only that shows that somebody has it. */
export function questionOf(name: HandOverLine, { value }: Line): string {
  return name === 'passphrase' && value ? 'Type it' : lineTexts[name].question;
}
