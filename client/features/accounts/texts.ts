export const loginTexts = {
  title: 'Welcome Back',
  subtitle: 'Sign in to your SDC account',
  noAccount: "Don't have an account?",
  signUp: 'Sign up',
  forgotPassword: 'Forgot your password?',
} as const;

export const signInTexts = {
  email: 'Email',
  password: 'Password',
  button: 'Sign In',
  busy: 'Signing in...',
} as const;
