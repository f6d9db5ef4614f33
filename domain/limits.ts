/** Maximum input lengths in characters (Unicode code points), as documented in docs/security.md. */
export const limits = {
  name: 200,
  email: 254,
  studentId: 50,
  contactNumber: 50,
  department: 120,
  /** A paragraph of the club's own texts. */
  clubText: 4_000,
  message: 10_000,
  url: 2_048,
  passwordMin: 6,
  passwordMax: 128,
  /** Firebase's bound, for passwords that came from there. */
  importedPasswordMax: 4_096,
  /** Request body, in bytes. */
  body: 64 * 1024,
  /** Address of a request, in characters. */
  address: 8 * 1024,
  /** The lists and objects of a JSON body: how many values in all, and how deep within one another. */
  json: { values: 2_500, depth: 8 },
} as const;
