/** The four development tracks (spec, point 3), in the order in which the portal lists them. */
export const tracks = ['android', 'web', 'ml', 'game'] as const;
export type Track = (typeof tracks)[number];

export const trackLabels: Record<Track, string> = {
  android: 'Android Development',
  web: 'Web Development',
  ml: 'Machine Learning',
  game: 'Game Development',
};

/** The years of study, stored as integers (spec, points 3 and 9). */
export const years = [1, 2, 3, 4] as const;
export const yearLabels: Record<(typeof years)[number], string> = {
  1: '1st Year',
  2: '2nd Year',
  3: '3rd Year',
  4: '4th Year',
};

/** Departments offered at registration (spec, point 3). */
export const registrationDepartments = [
  'Computer Science Engineering',
  'Computer Science and Engineering (Data Science)',
  'Computer Science and Design',
  'Artificial Intelligence and Machine Learning',
  'Information Science Engineering',
  'Electrical and Electronics Engineering',
  'Electronics and Communication Engineering',
  'Electronics and Communication Engineering-VLSI',
  'Electronics and Communication Engineering-Advanced Communication Technology',
  'Mechanical Engineering',
  'Civil Engineering',
] as const;

/** Departments offered on the profile page, which the spec lists separately (point 3). */
export const profileDepartments = [
  'Computer Science Engineering',
  'Information Technology',
  'Electronics & Communication',
  'Electrical Engineering',
  'Mechanical Engineering',
  'Civil Engineering',
  'Chemical Engineering',
  'Biotechnology',
  'Other',
] as const;

/** The value of unknown fields in a recovered record (spec, point 3, "Recovery placeholder record"). */
export const notSet = 'Not Set';

/** Every department of both lists. */
export const departments = [
  ...new Set<string>([...registrationDepartments, ...profileDepartments]),
] as readonly string[];

/** Every department that a record may hold: both lists and the recovery placeholder. */
export const storedDepartments: readonly string[] = [...departments, notSet];

/** How long the success message of a track or profile save stays, in milliseconds (spec, points 4 and 9). */
export const savedMessageMs = 3_000;

/** Texts of the track picker (spec, points 4, 5 and 8). */
export const trackMessages = {
  saved: 'Development track updated successfully!',
  none: 'Please select a development track',
  failed: 'Failed to update development track. Please try again.',
} as const;
