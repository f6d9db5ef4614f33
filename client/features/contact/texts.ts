/** Texts of /contact; the messages that the spec gives are in domain/contact-form.ts. */
export const contactTexts = {
  title: 'Submit Project / Contact Us',
  questions: 'Frequently Asked Questions',
  recruitment: 'Is recruitment still open?',
  subtitle: 'Send us the project you’ve built for your track, or ask us anything.',
  kind: 'What is it about?',
  kinds: [
    { value: 'project', label: 'Project' },
    { value: 'question', label: 'Question' },
  ],
  /** Where the club's own form does not say otherwise. */
  labels: { name: 'Name', email: 'Email', githubLink: 'GitHub Link', message: 'Message' },
  optional: (label: string) => `${label} (optional)`,
  linkExample: 'https://github.com/you/your-project',
  replacesLink: (submitted: string) => `Replaces ${submitted}, and the review starts over.`,
  send: 'Send Message',
  submit: 'Submit Project',
  sending: 'Sending...',
} as const;

export type Kind = (typeof contactTexts.kinds)[number]['value'];

/** The heading, and the help below the fields. */
export const kindTexts: Record<Kind, { title: string; link: string; message: string }> = {
  project: {
    title: 'Your project',
    link: 'The repository of your project. Without a link, no project is submitted.',
    message: 'What does your project do, and how do we run it?',
  },
  question: {
    title: 'Your question',
    link: 'Leave it blank if you’re just asking a question.',
    message: 'What would you like to know?',
  },
};

/** Shown above the button while there is a link, and after it was sent. */
export const submittingTexts = {
  title: 'You’re submitting a project',
  first: 'We’ll save the link with your message as its description, and put it in the review queue.',
  replaces: 'It replaces your current submission, and the review starts over.',
  noTrack: 'You haven’t chosen a track, so we don’t know which task the project is for.',
  chooseTrack: 'Choose a track',
  taskOpen: 'Your task isn’t marked as done. You can submit anyway, and mark it on your timeline.',
  openTimeline: 'Open the timeline',
  staff: 'Only members have a record: the link is sent with your message, but isn’t saved.',
  noRecord: 'We couldn’t find your member details, so the project can’t be saved yet.',
  sentTitle: 'Project submitted',
  review: 'someone reviews it',
} as const;

export const sentTexts = {
  title: 'Message sent',
  noLink: 'It had no GitHub link, so no project was submitted.',
  timeline: 'View Timeline',
  again: 'Send Another Message',
} as const;

/** Shown when a message was sent but its project was not recorded. */
export const pendingTexts = {
  title: 'Your message was sent, but your project isn’t saved yet',
  text: 'We have your message. Try saving the project again: the message isn’t sent twice.',
  noRecord:
    'We couldn’t find your member details. Create them with Data Recovery, then save the project here.',
  retry: 'Save My Project',
  retrying: 'Saving...',
  discard: 'Discard',
} as const;

export const currentTexts = {
  title: 'Current submission',
  replaces: 'If you send another project, it replaces this one and the review starts over.',
} as const;
