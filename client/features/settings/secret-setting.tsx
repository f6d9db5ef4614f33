import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { useSetting } from './settings-form.tsx';

type Part = 'accounts' | 'mail';

const pathOf = (part: Part) => `/api/admin/settings/${part}`;

/** Whether a secret of the part is stored, and what else the server knows of it. */
export function stateQuery<State>(part: Part, rule: z.ZodMiniType<State>) {
  return readQuery([...settingsKey, part, 'state'], `${pathOf(part)}/state`, rule);
}

interface SecretOf<State> {
  part: Part;
  name: 'password' | 'secret';
  query: { queryKey: QueryKey };
  rule: z.ZodMiniType<State>;
}

/** A secret that is stored apart from its part of the settings, is in no draft, and is never returned. */
export function useSecret<State>({ part, name, query, rule }: SecretOf<State>) {
  const client = useQueryClient();
  const [value, set] = useState('');
  const discard = () => set('');
  async function save() {
    const options = { method: 'PUT', body: { [name]: value } } as const;
    client.setQueryData(query.queryKey, await request(`${pathOf(part)}/${name}`, rule, options));
    discard();
  }
  /** Of a test with what the form holds. */
  const body = value === '' ? {} : { [name]: value };
  return { value, set, dirty: value !== '', save, discard, body };
}

interface SecretSettingProps {
  secret: Pick<ReturnType<typeof useSecret>, 'value' | 'set'>;
  label: string;
  /** The note of one that is stored, for the present values of the settings named in `of`. */
  stored: false | string;
  of: readonly [string, string];
}

/** Another owner has no secret until one is typed. */
export function SecretSetting({ secret, label, stored, of: [server, user] }: SecretSettingProps) {
  const isKept = [useSetting(server), useSetting(user)].every(({ isChanged }) => !isChanged);
  return (
    <PasswordField
      required={false}
      {...{ label, value: secret.value, description: isKept && stored }}
      autoComplete="new-password"
      onChange={(event) => secret.set(event.currentTarget.value)}
    />
  );
}

interface SettingsTestProps<Answer> {
  part: Part;
  body: object;
  rule: z.ZodMiniType<Answer>;
  texts: { start: string; busy: string };
  isGood: (answer: Answer) => boolean;
  children: (answer: Answer) => ReactNode;
}

/** Tries what the form holds, and shows the answer in words. */
export function SettingsTest<Answer>(props: SettingsTestProps<Answer>) {
  const { part, body, rule, texts, isGood, children } = props;
  const test = useMutation({
    mutationFn: () => request(`${pathOf(part)}/test`, rule, { method: 'POST', body }),
  });
  return (
    <>
      <div className={layout.actions}>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? texts.busy : texts.start}
        </Button>
      </div>
      <div aria-live="polite">
        {test.error && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
        {test.data && (
          <Notice tone={isGood(test.data) ? 'success' : 'error'} inLiveRegion>
            {children(test.data)}
          </Notice>
        )}
      </div>
    </>
  );
}
