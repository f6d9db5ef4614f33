export const reviewersTexts = {
  title: 'Reviewers',
  subtitle:
    'They review submissions, each with a separate account. Contact numbers, the inbox, results, members’ details and settings stay closed to them.',
  loadFailed: 'The reviewers couldn’t be loaded.',
  invite: {
    title: 'Invite a reviewer',
    email: 'Email',
    hint: 'A member of an earlier season keeps their account. Applicants of this season can’t review.',
    send: 'Send Invitation',
    sending: 'Sending...',
  },
  sent: (email: string, until: string) => `An invitation is on its way to ${email}. It works until ${until}.`,
  written: (email: string, until: string) =>
    `The portal sends no email yet: hand this link to ${email} yourself. It works until ${until}.`,
  linkHint: 'It works once, and is shown only here.',
  people: 'Reviewers',
  nobody: 'Nobody yet. You review alone.',
  since: (day: string) => `since ${day}`,
  isMember: 'also a member',
  end: 'End Role',
  ended: (name: string) => `${name} is no longer a reviewer.`,
  question: {
    title: (name: string) => `End ${name}’s role?`,
    goes: 'They’re signed out everywhere within a second, and their account is removed. Their reviews stay, with their name.',
    stays:
      'They’re signed out everywhere within a second, and stay a member. Their reviews stay, with their name.',
    yes: 'End Role',
    no: 'Keep',
  },
  open: 'Open invitations',
  noInvitation: 'None.',
  until: (moment: string) => `works until ${moment}`,
  mail: { sent: 'email sent', waiting: 'email on its way', refused: 'email refused: hand over a new link' },
  again: 'Send Again',
  revoke: 'Revoke',
  revoked: (email: string) => `The invitation of ${email} is revoked.`,
  failed: 'That didn’t work.',
} as const;

export const figuresTexts = {
  title: 'Opinions',
  loadFailed: 'The figures couldn’t be loaded.',
  none: 'Nobody has given an opinion yet.',
  columns: ['Reviewer', 'Opinions', 'Mean score', 'Compared with others'],
  missing: '–',
  difference: (by: number) =>
    by === 0 ? 'the same' : `${Math.abs(by).toLocaleString('en-US')} ${by > 0 ? 'higher' : 'lower'}`,
} as const;
