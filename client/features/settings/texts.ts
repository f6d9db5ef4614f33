import { counted } from '#domain/plural.ts';

export const settingsTexts = {
  title: 'Settings',
  part: 'Part of the settings',
  parts: {
    club: 'Club',
    tasks: 'Tracks and tasks',
    registration: 'Registration',
    dates: 'Dates',
    reminders: 'Reminders',
    reviews: 'Reviews',
    seasons: 'Seasons',
    accounts: 'Sign-in',
    mail: 'Email',
  },
  loadFailed: 'The settings couldn’t be loaded',
  preview: 'As a student sees it',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  discard: 'Discard changes',
  refused: 'Nothing was saved. Correct the field that is marked.',
  saveFailed: (reason: string) => `Not saved. ${reason}`,
  changedElsewhere:
    'These settings were just saved on another page, and nothing of yours was saved. Other fields show the new texts now. Save again to replace what is listed below.',
  savedNow: (text: string) => `Saved now: ${text}`,
  yours: (text: string) => `Yours: ${text}`,
  nothing: 'nothing',
  otherOrder: 'the other entries alone, or another order',
  /** The server's message without the name of the field, beside which it stands. */
  atField(message: string, field: string): string {
    const text = message.startsWith(field) ? message.slice(field.length).trim() : message;
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  unnamed: 'New entry',
  onePerLine: 'One per line.',
  logo: 'An SVG or PNG file of at most 100 KB, about as wide as it is high. It stands in the header and on the sign-in page, on light and dark.',
  logoTooLarge: 'Must have at most 100 KB',
  noLogo: 'Use the portal’s own mark',
  picture: 'a picture',
  add: (list: string) => `Add to ${list}`,
  remove: (list: string, row: number) => `Remove ${row} of ${list}`,
  up: (list: string, row: number) => `Move ${row} of ${list} up`,
  down: (list: string, row: number) => `Move ${row} of ${list} down`,
} as const;

/** The labels of the fields of an entry. */
export const columnLabels = {
  title: 'Title',
  text: 'Text',
  role: 'Role',
  name: 'Name',
  number: 'Number',
  label: 'What it counts',
  schedule: 'When',
  team: 'Team',
  question: 'Question',
  answer: 'Answer',
  status: 'Status',
  link: 'Link',
  weight: 'Weight',
} as const;

export const clubTexts = {
  name: 'In full, as in the footer.',
  shortName: 'On every page, in titles and in emails.',
  president: 'Empty if there is none yet.',
  recruitmentStatus: 'While no date says more.',
  stats: 'As written, such as 500+.',
  openRoles: 'The page adds ‘Team Member’ to each.',
  terms: 'There are always seven. The page adds their numbers.',
} as const;

export const taskSettingsTexts = {
  tracks: 'Tracks',
  fixed: 'The names of the four tracks and the card ‘Task Status’ are fixed.',
  requirements:
    'A requirement that is reworded keeps its ticks. One that is removed stays in the reviews that have it.',
} as const;

export const registrationTexts = {
  domains:
    'One per line, such as college.edu, or *.college.edu with everything below it. Empty: every address may register.',
  confirmedOnly: 'Needs a mail server, which sends the links.',
  profileDepartments: 'One per line. A member’s own stays in their profile.',
  refused: (fault: string) => `Every other address reads: ‘${fault}’`,
  anybody: 'Every address may register.',
} as const;

export const accountsTexts = {
  secondFactor: 'A reviewer who signs in with a password alone sees nothing until they have set one up.',
  issuer:
    'The university’s OpenID Connect provider, such as https://login.example.edu. Empty: people sign in here by password and passkey alone.',
  provider: 'On the button ‘Continue with …’, such as Example University.',
  secret: 'Client Secret',
  secretStored: 'One is stored. Leave this empty to keep it.',
  returnAddress: (address: string) => `Register this address at the provider: ${address}`,
  test: 'Try the Provider',
  tryIt: 'Try It',
  trying: 'Trying...',
} as const;

export const reviewsTexts = {
  criteria:
    'Each reviewer scores each of these from 0 to 10, up to five. An opinion keeps the names and weights that it was saved with.',
  opinions: 'A submission with fewer stays in the queue. The last one marks it as reviewed.',
  feedbackBy: [
    { value: 'administrator', label: 'The administrator' },
    { value: 'reviewers', label: 'Reviewers too' },
  ],
  blind:
    'Reviewers see a project, a track and a description, without name, email, student ID, department and year. The address of a repository can still name its owner.',
  people: 'Invite reviewers',
  unseen: 'Students see marks and feedback, and never an opinion.',
} as const;

export const datesTexts = {
  ownZone: 'The server’s',
  timesIn: (zone: string) => `Every time below is in ${zone}.`,
  open: [
    { value: null, label: 'By the times below' },
    { value: true, label: 'Open' },
    { value: false, label: 'Closed' },
  ],
  late: [
    { value: 'marked', label: 'Take submissions and mark them as late' },
    { value: 'closed', label: 'Take no more submissions' },
  ],
  perTrack: 'A track may have a deadline that differs.',
  due: (at: string) => `Due ${at}`,
  hearBy: 'Members are told this day for their results.',
  hear: 'You will hear by',
  none: 'No date',
} as const;

export const remindersTexts = {
  hint: '{name} is the name of the member. The deadline is added below. If you turn the reminder off, emails that wait are dropped, and dashboards no longer show it.',
  reader: 'Asha',
  reach: (recipients: number, reminded: number) =>
    `${counted(recipients, 'member')} would get it as things are now; ${reminded} have got it. Without a deadline, nobody does.`,
} as const;

export const mailTexts = {
  environment: (variable: string) =>
    `Set by the operator of this server in ${variable}, which takes precedence over what is saved here.`,
  host: 'Such as smtp.example.edu. Your email provider names it under “SMTP”. Without one, emails are written to files.',
  securities: [
    { value: 'tls', label: 'TLS (usual port: 465)' },
    { value: 'starttls', label: 'STARTTLS (usual port: 587)' },
    { value: 'none', label: 'None (usual port: 25)' },
  ],
  password: 'Password of the server',
  passwordStored:
    'A password is stored for this server and user. It is never shown; type here to replace it.',
  sender: 'An address that this server may send from, or a name with one: SDC <club@example.edu>',
  contactInbox: 'They are in the inbox in any case. Empty: nobody is emailed.',
  perDay: 'Most email providers allow a few hundred. The rest waits for the next day.',
  test: 'Test',
  testTo: 'Send a test email to',
  sendTest: 'Send Test Email',
  testing: 'Sending...',
  answer: (text: string) => `The answer: ${text}`,
} as const;

export const seasonsTexts = {
  page: 'Seasons and members of the club',
  hint: '{name} is the name of the member, and a link to the sign-in page follows.',
  keepYears: 'From 1 to 10. Then names, contacts and texts go, and the numbers stay.',
} as const;
