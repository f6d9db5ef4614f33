import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

interface CheckedLinkProps<Data> {
  /** Reads what the link is for, without using it. */
  check: (token: string) => Promise<Data>;
  texts: { title: string; checking: string; login: string };
  /** Said of an address without a token. */
  invalid: string;
  children: (token: string, data: Data) => ReactNode;
}

/** The page of a link with a token: its form once the token is checked, and until then or otherwise the reason. */
export function CheckedLink<Data>({ check, texts, invalid, children }: CheckedLinkProps<Data>) {
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, error } = useQuery({
    queryKey: ['link', texts.title, token],
    queryFn: () => check(token),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return children(token, data);
  const message = token === '' ? invalid : error && failureMessage(error);
  return (
    <AuthCard title={texts.title} below={<TextLink to="/login">{texts.login}</TextLink>}>
      {message ? (
        <Notice tone="error">{message}</Notice>
      ) : (
        <p className={classes.centred} role="status">
          {texts.checking}
        </p>
      )}
    </AuthCard>
  );
}
