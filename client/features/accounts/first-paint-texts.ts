// Texts of the login page and its form (spec, point 2). The first paint loads them, so they are apart from the others,
// and single constants, which the bundler inlines.
export const title = 'Welcome Back';
export const subtitle = 'Sign in to your SDC account';
export const noAccount = "Don't have an account?";
export const signUp = 'Sign up';
export const forgotPassword = 'Forgot your password?';
export const email = 'Email';
export const password = 'Password';
export const signIn = 'Sign In';
export const signingIn = 'Signing in...';
