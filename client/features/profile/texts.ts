/** Texts of the profile page that the spec leaves open; the spec's own are in domain/profile-texts.ts. */
export const profileTexts = {
  subtitle: 'Your details, and how the club can contact you.',
  restored: 'Your unsaved changes from earlier are back.',
  trackNotSaved: (stored: string | null) =>
    stored ? `Not saved yet. Your track is still ${stored}.` : 'Not saved yet.',
} as const;
