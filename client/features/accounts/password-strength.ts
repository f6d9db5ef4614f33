/** How hard a password is to guess, from 1 to 4. A hint only: nothing depends on it. */
export function passwordStrength(password: string): 1 | 2 | 3 | 4 {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (password.length < 8 || different < 5) return 1;
  if (password.length >= 16 && different >= 9) return 4;
  if (password.length >= 12 && kinds >= 3) return 4;
  return password.length >= 12 || kinds >= 3 ? 3 : 2;
}
