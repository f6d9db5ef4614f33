// Texts around the sign-in pages. The first paint loads them, so they are apart from the others.
export const about = 'About the club';
export const terms = 'Terms';
