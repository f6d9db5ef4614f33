import { HexSpinner } from './hex-spinner.tsx';
import classes from './loading-screen.module.css';

/** The full-page loader (spec, point 2). It contains the only heading while the page has none. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <HexSpinner size={44} />
      <h1>Loading...</h1>
    </div>
  );
}

/** The loader as a whole page, while the session is unknown. */
export function LoadingPage() {
  return (
    <main>
      <LoadingScreen />
    </main>
  );
}
