export const loginTexts = {
  title: 'Welcome Back',
  subtitle: (club: string) => `Sign in to your ${club} account`,
  noAccount: "Don't have an account?",
  signUp: 'Sign up',
  provider: (name: string) => `Continue with ${name}`,
  help: "Can't sign in? Write to the club",
} as const;

export const signInTexts = {
  email: 'Email',
  password: 'Password',
  code: 'Code',
  button: 'Sign In',
  busy: 'Signing in...',
  forgotPassword: 'Forgot your password?',
  resetting: 'Sending the email...',
} as const;
