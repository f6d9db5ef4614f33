/** A pointy-top hexagon with rounded corners in a box of 100 by 115.4. */
export const hexagon =
  'M46.5 2a7 7 0 0 1 7 0l43 24.8a7 7 0 0 1 3.5 6.1v49.6a7 7 0 0 1-3.5 6.1l-43 24.8a7 7 0 0 1-7 0l-43-24.8A7 7 0 0 1 0 82.5V32.9a7 7 0 0 1 3.5-6.1Z';
