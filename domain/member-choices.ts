/** The four development tracks (spec, point 3), in the order in which the portal lists them. */
export const tracks = ['android', 'web', 'ml', 'game'] as const;
export type Track = (typeof tracks)[number];

export const trackLabels: Record<Track, string> = {
  android: 'Android Development',
  web: 'Web Development',
  ml: 'Machine Learning',
  game: 'Game Development',
};

/** How long the success message of a track or profile save stays, in milliseconds (spec, points 4 and 9). */
export const savedMessageMs = 3_000;
