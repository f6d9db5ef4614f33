import { limits } from '#domain/limits.ts';

/** Texts of registration (spec, point 2). */
export const registrationTexts = {
  title: 'Create your account',
  subtitle: 'Join the club and choose your development track',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  groups: { you: 'You', studies: 'Studies and contact', password: 'Choose a password' },
  contactNumber: '10 digits, without the country code',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  agree: 'I agree to the',
  terms: 'terms and conditions',
  button: 'Create Account',
  busy: 'Creating Account...',
  closed: 'What you typed is kept in this tab, except the passwords.',
  restored: 'We’ve kept what you typed, except the passwords.',
} as const;

export const passwordTexts = {
  required: `At least ${limits.passwordMin} characters`,
  /** By the strength of the password. */
  strength: { 1: 'Easy to guess', 2: 'Could be stronger', 3: 'Good', 4: 'Strong' },
} as const;
