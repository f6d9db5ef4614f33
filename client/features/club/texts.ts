/** Texts around what a club says about itself in content/. */
export const aboutTexts = {
  title: (club: string) => `About the ${club}`,
  mission: 'Our mission',
  join: 'Join the club',
  contact: 'Contact us',
  tracks: 'Development tracks',
  figures: 'The club in figures',
  reasons: 'Why join',
  activities: 'Activities',
  leadership: 'Leadership',
  openRoles: 'Open roles',
  lookingFor: (roles: string) => `We’re looking for: ${roles}`,
} as const;

/** The end of the About page; `terms` is a link within `how`. */
export const joiningTexts = {
  title: 'Come and build with us',
  how: ['Register, choose a track and start with its task. Read the', 'first, if you like.'],
  terms: 'terms',
  button: 'Create your account',
} as const;

export const termsTexts = {
  title: 'Terms and Conditions',
  subtitle: (club: string) => `The terms you agree to when you join the ${club}.`,
  unclear: 'Anything unclear?',
  ask: 'Ask the club leads',
  or: ', or read more',
  about: 'about the club',
} as const;
