import { HexSpinner } from './hex-spinner.tsx';
import classes from './loading-screen.module.css';

/** The full-page loader (spec, point 2), the heading of a page that has none yet. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <HexSpinner size={44} />
      <h1>Loading...</h1>
    </div>
  );
}

/** The same where there is nothing else: while the sign-in state is unknown. */
export function LoadingPage() {
  return (
    <main>
      <LoadingScreen />
    </main>
  );
}
