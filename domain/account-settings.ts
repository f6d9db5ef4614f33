import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';

/** Encrypted, but for a provider on the portal's own machine, as tests have one. */
const issuerAddress = /^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)(\/[^\s?#]*)?$/;

export const accountSettingsTexts = {
  issuer: 'must be an address that begins with https://',
  missing: 'must be set with a provider',
} as const;

/** How people sign in. */
export const accountSettings = z
  .strictObject({
    /** Reviewers who signed in with a password alone can do nothing until they set up a second factor. */
    secondFactor: z.boolean(),
    /** The address of an OpenID provider, such as the university's; empty: there is none. */
    issuer: trimmedString(1_000).check(
      z.refine((text) => text === '' || issuerAddress.test(text), accountSettingsTexts.issuer),
    ),
    /** The provider's name on the button. */
    provider: trimmedString(60),
    /** The portal's name at the provider. */
    clientId: trimmedString(200),
  })
  .check(
    z.superRefine(({ issuer, provider, clientId }, context) => {
      if (issuer === '') return;
      for (const [field, text] of Object.entries({ provider, clientId }))
        if (text === '')
          context.addIssue({ code: 'custom', path: [field], message: accountSettingsTexts.missing });
    }),
  );
export type AccountSettings = z.infer<typeof accountSettings>;

export const defaultAccountSettings: AccountSettings = {
  secondFactor: false,
  ...{ issuer: '', provider: '', clientId: '' },
};

/** The portal's secret at the provider. It is never returned. */
const providerSecret = boundedString(1_000);

/** The body of `PUT /api/admin/settings/accounts/secret`: for the issuer and client id that are stored. Empty removes it. */
export const providerSecretWrite = z.strictObject({ secret: providerSecret });

/** The response of `GET /api/admin/settings/accounts/state`. */
export const providerState = z.object({
  /** Whether a secret is stored for the issuer and client id that are stored. */
  secret: z.boolean(),
  /** The address to which the provider sends people back. */
  returnAddress: z.string(),
});

/** The body of `POST /api/admin/settings/accounts/test`: settings that need not be saved yet. */
export const providerTest = z.strictObject({
  value: accountSettings,
  /** Missing: the stored one, if it is for this issuer and client id. */
  secret: z.optional(providerSecret),
});
export const providerTestAnswer = z.object({ works: z.boolean(), text: z.string() });
export type ProviderTestAnswer = z.infer<typeof providerTestAnswer>;
