import { limits } from '#domain/limits.ts';

/** Texts of the login page (spec, point 2). */
export const loginTexts = {
  title: 'Welcome Back',
  subtitle: 'Sign in to your SDC account',
  noAccount: "Don't have an account?",
  signUp: 'Sign up',
  forgotPassword: 'Forgot your password?',
  removed:
    'Your account was removed by the club, with everything in it. If you did not ask for that, please tell the club.',
} as const;

/** The form on the login page and on /admin (spec, point 2). */
export const signInTexts = {
  email: 'Email',
  password: 'Password',
  button: 'Sign In',
  busy: 'Signing in...',
} as const;

/** The fields about a person, in registration and profile (spec, point 2). */
export const personTexts = {
  fullName: 'Full Name',
  studentId: 'Student ID',
  department: 'Department',
  chooseDepartment: 'Select your department',
  yearOfStudy: 'Year of Study',
  chooseYear: 'Select your year',
  contactNumber: 'Contact Number',
} as const;

/** Texts of registration (spec, point 2). */
export const registrationTexts = {
  title: 'Create your account',
  subtitle: 'Join the club and choose your development track',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  email: 'Email',
  contactNumber: '10 digits, without the country code',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  agree: 'I agree to the',
  terms: 'terms and conditions',
  button: 'Create Account',
  busy: 'Creating Account...',
  restored: 'We’ve kept what you typed, except the passwords.',
} as const;

export const passwordTexts = {
  required: `At least ${limits.passwordMin} characters`,
  /** By the strength of the password. */
  strength: ['', 'Easy to guess', 'Could be stronger', 'Good', 'Strong'],
} as const;

/** Texts of /reset-password, which the spec does not have. */
export const resetTexts = {
  chooseTitle: 'Choose a new password',
  chooseSubtitle: 'You’ll be signed out on all your devices',
  newPassword: 'New Password',
  confirmPassword: 'Confirm New Password',
  save: 'Save New Password',
  saving: 'Saving...',
  changedTitle: 'Password changed',
  changed: 'Your password has been changed. Please sign in with the new one.',
  signIn: 'Sign In',
  requestTitle: 'Reset your password',
  requestSubtitle: 'We can send you a new link',
  checking: 'Checking your link...',
  email: 'Email',
  send: 'Send New Link',
  sending: 'Sending...',
  back: 'Back to sign in',
} as const;

/** Texts of /restore-email, which the spec does not have. */
export const restoreTexts = {
  title: 'Restore your email address',
  subtitle:
    'Your account gets its former email address back, all devices are signed out, and you choose a new password',
  restore: 'Restore Email Address',
  restoring: 'Restoring...',
  doneTitle: 'Email address restored',
  done: 'Your account has its former email address again, and all devices are signed out. Your password no longer works: we’ve emailed you a link to choose a new one.',
  signIn: 'Sign In',
  back: 'Back to sign in',
} as const;

export const unsubscribeTexts = { toPortal: 'Go to the portal' } as const;

/** The form at /admin (spec, point 2, the variant). */
export const adminSignInTexts = {
  subtitle: 'Sign in as the administrator',
  signedIn: (email: string) => `You’re signed in as ${email}.`,
  toDashboard: 'Go to Dashboard',
  notAdministrator: 'Not the administrator?',
  signIn: 'Sign in to your account',
} as const;
