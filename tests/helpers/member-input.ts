/** A submission that is accepted. */
export const project = {
  githubLink: 'https://github.com/asha/project',
  projectDescription: 'It works.\nMostly.',
};

/** A profile that is accepted, except for what a test replaces in it. */
export function aProfile(some: Record<string, unknown> = {}) {
  return {
    fullName: 'Asha R. Rao',
    email: 'asha.r.rao@students.example',
    studentId: '1SD22CS999',
    department: 'Biotechnology',
    yearOfStudy: 3,
    contactNumber: '+91 98765 43211',
    developmentTrack: 'ml',
    ...some,
  };
}
