export const loginTexts = {
  title: 'Welcome Back',
  subtitle: 'Sign in to your SDC account',
  noAccount: "Don't have an account?",
  signUp: 'Sign up',
  help: "Can't sign in? Write to the club",
} as const;

export const signInTexts = {
  email: 'Email',
  password: 'Password',
  button: 'Sign In',
  busy: 'Signing in...',
  forgotPassword: 'Forgot your password?',
  resetting: 'Sending the email...',
} as const;
