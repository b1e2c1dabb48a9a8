import type { MicrosoftEntraIDProfile } from '@latchstring/core/providers/microsoft-entra-id'
import type { Service } from '../service.ts'

/** Where Microsoft Entra ID is. */
export const HOST = 'https://login.microsoftonline.com'
const CONTOSO = '72f988bf-86f1-41af-91ab-2d7cd011db47'

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc */
export const service: Service = {
  id: 'microsoft-entra-id',
  name: 'Microsoft Entra ID',
  protocol: 'oidc',
  issuer: `${HOST}/common/v2.0`,
  discovery: {
    // A template, which ID tokens fill in with the tenant of the person.
    issuer: `${HOST}/{tenantid}/v2.0`,
    code_challenge_methods_supported: undefined,
  },
  jwksUri: `${HOST}/common/discovery/v2.0/keys`,
  authorization: {
    url: `${HOST}/common/oauth2/v2.0/authorize`,
    requires: { scope: /(?:^| )openid(?: |$)/ },
    scopes: ['openid', 'profile', 'email', 'offline_access', 'User.Read'],
    pkce: 'supported',
  },
  token: {
    url: `${HOST}/common/oauth2/v2.0/token`,
    authentication: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    // 90 days.
    refresh: { needs: { scope: /\boffline_access\b/ }, next: 'beside', lifetime: 7_776_000 },
    answer: (standard) => ({ ...standard, ext_expires_in: 3599 }),
  },
  userinfo: 'https://graph.microsoft.com/oidc/userinfo',
  persons: {
    documented: {
      claims: {
        ver: '2.0',
        iss: `${HOST}/${CONTOSO}/v2.0`,
        sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
        name: 'Ada Lovelace',
        preferred_username: 'ada@contoso.example',
        email: 'ada@contoso.example',
        oid: '00000000-0000-0000-66f3-3332eca7ea81',
        tid: CONTOSO,
        // In other tokens it is `true`.
        xms_edov: '1',
      } satisfies MicrosoftEntraIDProfile,
    },
    minimal: {
      claims: {
        iss: `${HOST}/${CONTOSO}/v2.0`,
        sub: 'AAAAAAAAAAAAAAAAAAAAAMinimal',
        tid: CONTOSO,
      } satisfies MicrosoftEntraIDProfile,
    },
  },
  registration: {
    console: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    steps: [
      'Choose App registrations, New registration, and who may sign in.',
      'Choose the platform Web, and enter the redirect URI.',
      'Open Certificates & secrets, add a client secret, and copy its value.',
      'Copy the Application (client) ID; for one tenant, build the issuer from the Directory (tenant) ID.',
      'To learn which addresses are verified, open Token configuration and add the optional claims email and xms_edov to the ID token.',
    ],
    searchTerms: ['azure', 'office 365', 'outlook', 'hotmail'],
    sources: [
      'https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app',
      'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
      'https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference',
    ],
  },
}
