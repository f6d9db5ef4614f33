/** A pointy-top hexagon with rounded corners in a box of 100 by 115.4. */
export const hexagon =
  'M45.7 3.1a8.6 8.6 0 0 1 8.6 0l39.4 22.7a8.6 8.6 0 0 1 4.3 7.4v45a8.6 8.6 0 0 1-4.3 7.4l-39.4 22.7a8.6 8.6 0 0 1-8.6 0L6.3 85.6A8.6 8.6 0 0 1 2 78.2v-45a8.6 8.6 0 0 1 4.3-7.4Z';
