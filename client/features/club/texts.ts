export const aboutTexts = {
  mission: (club: string) => `Our mission at the ${club}`,
  join: 'Join the club',
  contact: 'Contact us',
  tracks: 'Development tracks',
  reasons: 'Why join',
  activities: 'Activities',
  leadership: 'Leadership',
  openRoles: 'Open roles',
  lookingFor: (roles: string) => `We’re looking for: ${roles}`,
} as const;

/** After joining; `terms` is a link within `how`. */
export const joiningTexts = {
  title: 'After you join',
  steps: [
    'Your name, email, student ID and department. It takes two minutes.',
    'Android, web, machine learning or games. You can change it at any time.',
    'One task with clear requirements, at your own pace.',
    'Send your repository. Someone reads it and tells you what they think.',
  ],
  how: ['Read the', 'first, if you like.'],
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
