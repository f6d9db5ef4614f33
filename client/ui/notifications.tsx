import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useResetOnReconnect } from '#client/lib/reconnect.ts';
import { IconAlertCircle, IconCircleCheck } from '#client/ui/icons.tsx';
import { IconX } from '#client/ui/page-icons.ts';
import classes from './floating.module.css';
import { IconButton } from './icon-button.tsx';
import layout from './layout.module.css';
import { LinkButton } from './text-link.tsx';

const texts = { notifications: 'Notifications', dismiss: 'Dismiss' } as const;

export interface Notification {
  tone: 'error' | 'success';
  text: string;
  /** The failure that it shows: a lost connection disappears with it. */
  error?: unknown;
  action?: { label: string; run: () => void };
}

/** How long a success is shown, in milliseconds; longer while the pointer or the focus is on it. */
const successStay = 8_000;

const NotificationsContext = createContext<((notification: Notification) => void) | null>(null);

/** Shows the result of an action at the bottom of the screen, from anywhere in a long page. */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<(Notification & { key: number }) | null>(null);
  const [held, setHeld] = useState(false);

  const notify = useCallback((notification: Notification) => {
    setShown((former) => ({ ...notification, key: (former?.key ?? 0) + 1 }));
  }, []);

  useEffect(() => {
    // An error stays until it is dismissed.
    if (!shown || shown.tone === 'error' || held) return;
    const timer = setTimeout(() => setShown(null), successStay);
    return () => clearTimeout(timer);
  }, [shown, held]);

  useResetOnReconnect({ error: shown?.error, reset: () => setShown(null) });

  const Icon = shown?.tone === 'error' ? IconAlertCircle : IconCircleCheck;
  return (
    <NotificationsContext value={notify}>
      {children}
      {/* The live region is there before its text, or that would not be read out. */}
      <section
        className={classes.notifications}
        aria-label={texts.notifications}
        aria-live="polite"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {shown && (
          <div
            key={shown.key}
            className={`${layout.card} ${layout.media} ${classes.message}`}
            data-tone={shown.tone}
          >
            <Icon size={20} stroke={1.8} aria-hidden="true" />
            <p className={classes.text}>
              <span {...(shown.tone === 'error' && { role: 'alert' })}>{shown.text}</span>{' '}
              {shown.action && (
                <LinkButton
                  onClick={() => {
                    shown.action?.run();
                    setShown(null);
                  }}
                >
                  {shown.action.label}
                </LinkButton>
              )}
            </p>
            <IconButton icon={IconX} label={texts.dismiss} onClick={() => setShown(null)} />
          </div>
        )}
      </section>
    </NotificationsContext>
  );
}

/** Shows one notification at a time; a newer one replaces it. */
export function useNotify(): (notification: Notification) => void {
  const notify = use(NotificationsContext);
  if (!notify) throw new Error('useNotify outside of NotificationsProvider');
  return notify;
}
