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
