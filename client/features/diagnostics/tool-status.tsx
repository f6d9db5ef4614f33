import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import { Notice } from '#client/ui/notice.tsx';
import classes from './tools.module.css';
import type { ToolState } from './use-tool.ts';

/** The line that shows a tool's progress or result. */
export function ToolStatus({ state, idle }: { state: ToolState; idle: string }) {
  return (
    <div className={classes.status}>
      {state.phase === 'idle' && <p className={classes.progress}>{idle}</p>}
      {state.phase === 'busy' && (
        <p className={classes.progress} role="status">
          <HexSpinner size={20} />
          {state.text}
        </p>
      )}
      {(state.phase === 'success' || state.phase === 'error') && (
        <Notice tone={state.phase}>{state.text}</Notice>
      )}
    </div>
  );
}
