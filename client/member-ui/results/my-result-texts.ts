/* Of members' pages, which load nothing of the administrator's. */

export const placeChoiceTexts = {
  ask: 'Do you take your place?',
  until: (moment: string, left: string) =>
    `Please answer by ${`${moment} · ${left}`.replaceAll(' ', '\u00a0')}`,
  yes: 'I’m in',
  no: 'I can’t',
  confirmed: 'Your place is confirmed.',
  giveBack: 'I can’t after all',
  question: {
    title: 'Give your place back?',
    text: 'It goes to somebody on the waiting list, and you can’t take it again here.',
    no: 'Keep my place',
    yes: 'Give it back',
  },
  failed: (reason: string) => `That didn’t work. ${reason}`,
} as const;

export const myResultTexts = {
  title: 'Result',
  next: 'Next step',
  record: { member: 'member', track: 'track', season: 'season' },
  certificate: 'You can get a page that shows anyone that you were selected. Print it or share its address.',
  savePicture: 'Save as picture',
  /** On the picture. */
  picture: 'I’m in!',
  pictureFile: 'im-in.png',
  pictureFailed: 'The picture wasn’t saved. Take a screenshot instead.',
  ask: 'Get my certificate page',
  asking: 'Getting it...',
  open: 'Open my certificate page',
  copy: 'Copy its address',
  remove: 'Remove it',
  removed: 'Anyone with its address can see your name, track and season.',
  failed: (reason: string) => `That didn’t work. ${reason}`,
} as const;
