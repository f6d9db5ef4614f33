/** Texts of feedback, note and snippets. */
export const feedbackTexts = {
  feedback: 'Feedback to the member',
  feedbackHint: 'Optional. The member sees it once it is sent.',
  send: 'Send feedback',
  sendChange: 'Send the change',
  withdraw: 'Withdraw it',
  draft: 'Draft',
  sent: 'Sent',
  changedDraft: 'Sent, with changes that are not sent',
  note: 'Private note',
  noteHint: 'Shared by the staff. Members never see it.',
  leadSends: 'The administrator sends it.',
  comment: 'Your comment',
  commentHint: 'For the staff. Others see it once they have given an opinion.',
  scoreHint: 'From 0 to 10',
  scoreElsewhere: (stored: string) => `Changed on another page: ${stored || 'none'}`,
  opinions: 'Opinions of others',
  withheld: (count: number) =>
    count === 1
      ? 'Somebody has given an opinion. You see it once you have given yours.'
      : `${count} others have given opinions. You see them once you have given yours.`,
  ofTen: (score: number) => `${score.toLocaleString('en-US')} of 10`,
  noScore: 'No score',
  clean: 'Saved',
  dirty: 'Not saved yet',
  saving: 'Saving...',
  conflict: 'Not saved yet',
  failed: 'Couldn’t be saved',
  fromElsewhere: 'Just written in another window, and not sent',
  unsavedFormer: 'This was written about the previous submission and not saved:',
  otherVersion: 'This text was changed on another page. It now reads:',
  keepMine: 'Keep mine',
  takeOther: 'Use the other',
  snippets: 'Snippets',
  noSnippets: 'Save a text that you write often, and insert it here.',
  saveSnippet: 'Save as a snippet',
  replaceSnippet: (text: string) => `Replace the snippet: ${text}`,
  insertSnippet: (text: string) => `Insert: ${text}`,
  deleteSnippet: (text: string) => `Delete the snippet: ${text}`,
} as const;

/** Shown when a submission changed while it was open. */
export const meanwhileTexts = {
  replaced: 'The member submitted again while this was open. This is the new submission.',
  corrected: 'The link of this submission was just corrected.',
  changed: (result: string) => `This was just reviewed on another page. It is now ${result}.`,
  dismiss: 'Got it',
} as const;

/** The keys of the desk, in the order of the help. */
export const deskKeys = [
  {
    keys: ['E'],

    short: 'reviewed and next',
    label: 'Reviewed and next; sends the feedback if there is a draft',
  },
  { keys: ['J', '→'], short: 'next', label: 'Next submission' },
  { keys: ['K', '←'], short: 'previous', label: 'Previous submission' },
  { keys: ['R'], label: 'Reviewed, on or off' },
  { keys: ['G'], label: 'Graded, on or off' },
  { keys: ['F'], short: 'feedback', label: 'Write feedback' },
  { keys: ['Ctrl Enter'], short: 'send', label: 'Send, reviewed and next, from a text field' },
  { keys: ['S'], label: 'Snippets' },
  { keys: ['N'], label: 'Write a private note' },
  { keys: ['P'], label: 'Score, from 0 to 10' },
  { keys: ['C'], label: 'Write a comment' },
  { keys: ['1', '–', '9'], short: 'requirement', label: 'Tick a requirement' },
  { keys: ['O'], label: 'Open the repository' },
  { keys: ['Z'], short: 'undo', label: 'Undo the marks and feedback of the last review' },
  { keys: ['?'], label: 'Show these keys' },
  { keys: ['Esc'], label: 'Leave a text field' },
] as const;

export const keyTexts = {
  title: 'Keyboard shortcuts',
  button: 'Keyboard shortcuts',
  enabled: 'Single keys act on the page',
} as const;
