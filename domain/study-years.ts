/** The years of study, stored as integers (spec, points 3 and 9). */
export const years = [1, 2, 3, 4] as const;
export const yearLabels: Record<(typeof years)[number], string> = {
  1: '1st Year',
  2: '2nd Year',
  3: '3rd Year',
  4: '4th Year',
};
