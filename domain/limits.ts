/** Maximum input lengths in characters (Unicode code points), as documented in docs/security.md. */
export const limits = {
  name: 200,
  email: 254,
  studentId: 50,
  contactNumber: 50,
  message: 10_000,
  url: 2_048,
  passwordMin: 6,
  passwordMax: 128,
  /** Request body, in bytes. */
  body: 64 * 1024,
} as const;
