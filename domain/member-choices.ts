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

/** How long the success message of a track or profile save stays, in milliseconds (spec, points 4 and 9). */
export const savedMessageMs = 3_000;
