/** Texts of /contact; the messages that the spec gives are in domain/contact-form.ts. */
export const contactTexts = {
  title: 'Submit Project / Contact Us',
  back: 'Back to Dashboard',
  questions: 'Frequently Asked Questions',
  subtitle: 'Send us the project you have built for your track, or ask us anything.',
  formTitle: 'Write to us',
  labels: { name: 'Name', email: 'Email', githubLink: 'GitHub Link (optional)', message: 'Message' },
  linkExample: 'https://github.com/you/your-project',
  link: 'The repository of your project. Leave it empty if you only have a question.',
  replacesLink: (submitted: string) => `Replaces ${submitted}, and the review starts over.`,
  message: 'What does your project do, and how is it run? Or whatever you want to ask us.',
  send: 'Send Message',
  submit: 'Submit Project',
  sending: 'Sending...',
} as const;

/** Shown above the button while there is a link, and after it was sent. */
export const submittingTexts = {
  title: 'You are submitting a project',
  first: 'We record the link, with your message as its description, and the review starts.',
  replaces: 'It replaces your current submission, and the review starts over.',
  noTrack: 'You have not chosen a track, so we do not know which task the project is for.',
  chooseTrack: 'Choose a track',
  taskOpen: 'Your task is not marked as done. You can submit anyway, and mark it on your timeline.',
  openTimeline: 'Open the timeline',
  administrator: 'Only members have a record: the link is sent with your message, but not recorded.',
  noRecord: 'Your account has no record, so the project cannot be recorded yet.',
  sentTitle: 'Project submitted',
  recorded: (project: string) => `We recorded ${project}, with your message as its description.`,
  next: 'The club reviews it next. Your timeline shows when that is done.',
} as const;

export const sentTexts = {
  title: 'Message sent',
  timeline: 'View Timeline',
  again: 'Send Another Message',
} as const;

/** Shown when a message was sent but its project was not recorded. */
export const pendingTexts = {
  title: 'Your message was sent, your project is not recorded yet',
  text: 'We have your message. You can try to record the project again: the message is not sent twice.',
  noRecord: 'Your account has no record. Create one with Data Recovery, then record the project here.',
  retry: 'Record My Project',
  retrying: 'Recording...',
  discard: 'Discard',
} as const;

export const currentTexts = {
  title: 'Current submission',
  replaces: 'If you send another project, it replaces this one and the review starts over.',
  edit: 'Edit submission',
  overwriteTitle: 'Replace what you have typed?',
  overwrite: 'The form has text that you have not sent. Editing your submission replaces it.',
  keep: 'Keep My Text',
  replace: 'Replace',
} as const;
