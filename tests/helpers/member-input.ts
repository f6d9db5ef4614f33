/** A submission that is accepted. */
export const project = {
  githubLink: 'https://github.com/asha/project',
  projectDescription: 'It works.\nMostly.',
};
