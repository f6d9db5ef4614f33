import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Link, NavLink, useNavigate } from 'react-router';
import { command, failureMessage } from '#client/lib/api.ts';
import { dropAllDrafts, hasDrafts } from '#client/lib/drafts.ts';
import { logFailure } from '#client/lib/log.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useAttempt } from '#client/lib/use-problem.ts';
import { ClubLogo } from '#client/member-ui/club-logo.tsx';
import { signedOut, startSession, whileSigningOut } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconLogout, IconMenu2, IconX } from '#client/ui/page-icons.ts';
import { Question } from '#client/ui/question.tsx';
import textLink from '#client/ui/text-link.module.css';
import typography from '#client/ui/typography.module.css';
import { useDisclosure } from '#client/ui/use-disclosure.ts';
import classes from './header-bar.module.css';
import { discardDraftsTexts, frameTexts, signOutTexts } from './texts.ts';

interface HeaderBarProps {
  brand: ReactNode;
  home: string;
  /** The name of the link that leads there, if the brand says too little. */
  homeLabel?: string;
  menuLabel: string;
  /** `end`: whether the link is current on its own address alone, and not below it. */
  pages: readonly { to: string; label: ReactNode; end?: boolean }[];
  /** The account that is signed in; visitors have none, and no button to sign out. */
  email: string | undefined;
  /** The page of the account, where no other link leads there. */
  account?: string;
  children?: ReactNode;
  /** Controls at the end of the bar, which a phone shows too; the colour switch alone if omitted. */
  tools?: ReactNode;
}

/** The page header. On a phone everything but the brand and the colour switch is in a menu. */
export function HeaderBar(props: HeaderBarProps) {
  const { brand, home, homeLabel, menuLabel, pages, email, account, children, tools } = props;
  const { open, setOpen, button } = useDisclosure();
  return (
    <header className={classes.header} data-screen-only>
      <div className={classes.bar}>
        <Link className={`${textLink.quiet} ${classes.brand}`} to={home} aria-label={homeLabel}>
          <ClubLogo>
            <Logo />
          </ClubLogo>
          {brand}
        </Link>
        <div className={classes.controls}>
          <IconButton
            ref={button}
            icon={open ? IconX : IconMenu2}
            pixels={22}
            className={classes.toggle}
            label={open ? frameTexts.closeMenu : frameTexts.openMenu}
            aria-expanded={open}
            aria-controls="account-menu"
            onClick={() => setOpen(!open)}
          />
        </div>
        <nav id="account-menu" className={classes.menu} data-open={open || undefined} aria-label={menuLabel}>
          {pages.map(({ to, label, end = true }) => (
            <NavLink key={to} className={`${textLink.quiet} ${classes.link}`} to={to} end={end}>
              {label}
            </NavLink>
          ))}
          {children}
          {email !== undefined && (
            <>
              <Email email={email} account={account} />
              <SignOutButton />
            </>
          )}
        </nav>
        <div className={classes.tools}>{tools ?? <ColorSchemeSwitch />}</div>
      </div>
    </header>
  );
}

function Email({ email, account }: { email: string; account: string | undefined }) {
  const shown = {
    className: `${typography.fact} ${typography.ellipsis} ${classes.email}`,
    title: email,
    children: email,
  };
  return account ? <NavLink {...shown} to={account} /> : <span {...shown} />;
}

/** The portal's own mark: a hexagon with a prompt. Decorative: the text beside it names the club. */
function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--ink)"
        d="M14.6 .9a2.8 2.8 0 0 1 2.8 0l10.6 6.1a2.8 2.8 0 0 1 1.4 2.4v13.2a2.8 2.8 0 0 1-1.4 2.4L17.4 31.1a2.8 2.8 0 0 1-2.8 0L4 25a2.8 2.8 0 0 1-1.4-2.4V9.4A2.8 2.8 0 0 1 4 7Z"
      />
      <path
        fill="none"
        stroke="var(--page)"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m9.6 11 5.4 5-5.4 5M17.6 21.4h5.6"
      />
    </svg>
  );
}

function explain(error: unknown) {
  logFailure('Signing out failed', error);
  return { alert: signOutTexts.failed(failureMessage(error)) };
}

/**
 * Ends the session and opens the login page, and only then forgets the account: the page that is left would otherwise
 * turn into one for visitors first.
 */
function useSignOut(openLogin: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      whileSigningOut(async () => {
        await command('/api/auth/sign-out', { method: 'POST', body: {} });
        await openLogin();
      }),
    onSuccess: () => {
      dropAllDrafts();
      startSession(client, signedOut);
    },
  });
}

/**
 * Signs out and opens the login page; the button says so until that page is there. Signing out deletes what was typed
 * and not sent (docs/decisions/drafts.md), so it asks first if there is any. A failure is shown below the button.
 */
function SignOutButton() {
  const user = useSessionUser();
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate('/login', { flushSync: true, state: { discarded: true } }));
  const { problem, busy, attempt } = useAttempt(explain);
  const [asking, setAsking] = useState(false);

  const leave = () => signOut.mutateAsync();

  function press() {
    if (user && hasDrafts(user.uid)) setAsking(true);
    else void attempt(leave);
  }

  function confirm() {
    // The question gives the focus back to this button, so that it returns here if signing out fails.
    flushSync(() => setAsking(false));
    void attempt(leave);
  }

  return (
    <div className={classes.signOut}>
      <Button size="sm" busy={busy} icon={IconLogout} onClick={press}>
        {busy ? signOutTexts.busy : signOutTexts.button}
      </Button>
      {problem && (
        <div className={classes.failure}>
          <Notice tone="error">{problem.alert}</Notice>
        </div>
      )}
      {/* Outside of the menu, whose styles are for its own buttons. */}
      {asking &&
        createPortal(
          <Question texts={discardDraftsTexts} onYes={confirm} onNo={() => setAsking(false)} />,
          document.body,
        )}
    </div>
  );
}
