/** Texts of the profile page; its messages are in domain/profile.ts, the labels of the fields in domain/member-fields.ts. */
export const profileTexts = {
  title: 'My Profile',
  toLogin: 'Go to Login',
  contact: 'Contact us',
  loading: 'Loading...',
  subtitle: 'Your details, and how the club can contact you.',
  restored: 'Your unsaved changes from earlier are back.',
  trackNotSaved: (stored: string | null) =>
    stored ? `Not saved yet. Your track is still ${stored}.` : 'Not saved yet.',
  changedElsewhere: 'Your profile was changed elsewhere. Nothing was saved, and your changes are still here.',
  /** Lists the stored values of the fields that were typed into and changed elsewhere, too. */
  storedNow: (fields: readonly (readonly [label: string, value: string])[]) =>
    fields.length === 0
      ? 'Save again to keep your changes.'
      : `Stored now: ${fields.map(([label, value]) => `${label} “${value}”`).join(', ')}. Save again to replace it, or cancel to keep it.`,
  noTrack: 'Not selected',
  chooseTrack: 'Select your track',
  edit: 'Edit Profile',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  accountTitle: 'Account Information',
  created: 'Account Created',
  updated: 'Last Updated',
  neverUpdated: 'Never',
} as const;
