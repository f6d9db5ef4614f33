import { HexSpinner } from './hex-spinner.tsx';
import classes from './loading-screen.module.css';

/** The full-page loader: shown while the sign-in state is unknown (spec, point 2). */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <HexSpinner size={44} />
      <p>Loading...</p>
    </div>
  );
}
