/**
 * Options that applications may already use of each provider, as the catalogue has them. What is missing does not compile.
 */
import type * as Asgardeo from '@latchstring/core/providers/asgardeo'
import type * as Auth0 from '@latchstring/core/providers/auth0'
import type * as Authentik from '@latchstring/core/providers/authentik'
import type * as AzureAD from '@latchstring/core/providers/azure-ad'
import type * as AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import type * as AzureDevOpsProvider from '@latchstring/core/providers/azure-devops'
import type * as BattleNet from '@latchstring/core/providers/battlenet'
import type * as BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import type * as SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
import type * as Cognito from '@latchstring/core/providers/cognito'
import type * as Credentials from '@latchstring/core/providers/credentials'
import type * as Descope from '@latchstring/core/providers/descope'
import type * as Dribbble from '@latchstring/core/providers/dribbble'
import type * as DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import type * as Email from '@latchstring/core/providers/email'
import type * as ForwardEmail from '@latchstring/core/providers/forwardemail'
import type * as Foursquare from '@latchstring/core/providers/foursquare'
import type * as Frontegg from '@latchstring/core/providers/frontegg'
import type * as FusionAuth from '@latchstring/core/providers/fusionauth'
import type * as GitHub from '@latchstring/core/providers/github'
import type * as GitLab from '@latchstring/core/providers/gitlab'
import type * as Gumroad from '@latchstring/core/providers/gumroad'
import type * as IdentityServer4 from '@latchstring/core/providers/identity-server4'
import type * as Keycloak from '@latchstring/core/providers/keycloak'
import type * as Kick from '@latchstring/core/providers/kick'
import type * as Kinde from '@latchstring/core/providers/kinde'
import type * as Linear from '@latchstring/core/providers/linear'
import type * as Logto from '@latchstring/core/providers/logto'
import type * as Loops from '@latchstring/core/providers/loops'
import type * as MailGun from '@latchstring/core/providers/mailgun'
import type * as Mastodon from '@latchstring/core/providers/mastodon'
import type * as Mattermost from '@latchstring/core/providers/mattermost'
import type * as MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import type * as NetSuite from '@latchstring/core/providers/netsuite'
import type * as Nextcloud from '@latchstring/core/providers/nextcloud'
import type * as Nodemailer from '@latchstring/core/providers/nodemailer'
import type * as NotionProvider from '@latchstring/core/providers/notion'
import type * as Okta from '@latchstring/core/providers/okta'
import type * as OneLogin from '@latchstring/core/providers/onelogin'
import type * as OryHydra from '@latchstring/core/providers/ory-hydra'
import type * as Osso from '@latchstring/core/providers/osso'
import type * as Passage from '@latchstring/core/providers/passage'
import type * as Passkey from '@latchstring/core/providers/passkey'
import type * as Paybin from '@latchstring/core/providers/paybin'
import type * as Paypal from '@latchstring/core/providers/paypal'
import type * as PingId from '@latchstring/core/providers/ping-id'
import type * as Polar from '@latchstring/core/providers/polar'
import type * as Postmark from '@latchstring/core/providers/postmark'
import type * as Railway from '@latchstring/core/providers/railway'
import type * as Resend from '@latchstring/core/providers/resend'
import type * as Salesforce from '@latchstring/core/providers/salesforce'
import type * as SendGrid from '@latchstring/core/providers/sendgrid'
import type * as UnitedEffects from '@latchstring/core/providers/united-effects'
import type * as Vercel from '@latchstring/core/providers/vercel'
import type * as Vipps from '@latchstring/core/providers/vipps'
import type * as WebAuthn from '@latchstring/core/providers/webauthn'
import type * as Webex from '@latchstring/core/providers/webex'
import type * as WeChat from '@latchstring/core/providers/wechat'
import type * as WorkOS from '@latchstring/core/providers/workos'
import type * as ZITADEL from '@latchstring/core/providers/zitadel'

/** The options of a factory. */
type OptionsOf<F> = F extends (options: infer O) => unknown
  ? NonNullable<O>
  : F extends (options?: infer O) => unknown
    ? NonNullable<O>
    : never
/** The members of a union in each of its parts. */
type KeysOf<T> = T extends unknown ? keyof T : never
/** Options of every provider that sends mails. */
type MailMember =
  | 'from'
  | 'maxAge'
  | 'sendVerificationRequest'
  | 'generateVerificationToken'
  | 'normalizeIdentifier'
/** Options that there have to be. */
type Takes<F, K extends KeysOf<OptionsOf<F>>> = K

export type Options = readonly [
  Takes<typeof Asgardeo.default, 'issuer'>,
  Takes<typeof Auth0.default, 'issuer'>,
  Takes<typeof Authentik.default, 'issuer'>,
  Takes<typeof AzureAD.default, 'issuer' | 'profilePhotoSize'>,
  Takes<typeof AzureADB2C.default, 'issuer'>,
  Takes<typeof AzureDevOpsProvider.default, 'scope'>,
  Takes<typeof BattleNet.default, 'issuer'>,
  Takes<typeof BeyondIdentity.default, 'issuer'>,
  Takes<typeof SAMLJackson.default, 'issuer'>,
  Takes<typeof Cognito.default, 'issuer'>,
  Takes<typeof Credentials.default, 'credentials' | 'authorize' | 'id' | 'name'>,
  Takes<typeof Descope.default, 'issuer'>,
  Takes<typeof Dribbble.default, 'scope'>,
  Takes<typeof DuendeIdentityServer6.default, 'issuer'>,
  Takes<typeof Email.default, MailMember | 'server'>,
  Takes<typeof ForwardEmail.default, MailMember | 'secret' | 'apiKey'>,
  Takes<typeof Foursquare.default, 'apiVersion'>,
  Takes<typeof Frontegg.default, 'issuer'>,
  Takes<typeof FusionAuth.default, 'tenantId' | 'issuer'>,
  Takes<typeof GitHub.default, 'enterprise'>,
  Takes<typeof GitLab.default, 'baseUrl'>,
  Takes<typeof Gumroad.default, 'scopes'>,
  Takes<typeof IdentityServer4.default, 'issuer'>,
  Takes<typeof Keycloak.default, 'issuer'>,
  Takes<typeof Kick.default, 'scope'>,
  Takes<typeof Kinde.default, 'issuer'>,
  Takes<typeof Linear.default, 'scope'>,
  Takes<typeof Logto.default, 'issuer'>,
  Takes<typeof Loops.default, MailMember | 'secret' | 'apiKey' | 'transactionalId'>,
  Takes<typeof MailGun.default, 'region' | MailMember | 'secret' | 'apiKey'>,
  Takes<typeof Mastodon.default, 'issuer'>,
  Takes<typeof Mattermost.default, 'issuer'>,
  Takes<typeof MicrosoftEntraID.default, 'issuer' | 'profilePhotoSize'>,
  Takes<typeof NetSuite.default, 'prompt' | 'scope' | 'accountID' | 'userinfo'>,
  Takes<typeof Nextcloud.default, 'issuer'>,
  Takes<typeof Nodemailer.default, MailMember | 'server'>,
  Takes<typeof NotionProvider.default, 'redirectUri'>,
  Takes<typeof Okta.default, 'issuer'>,
  Takes<typeof OneLogin.default, 'issuer'>,
  Takes<typeof OryHydra.default, 'issuer'>,
  Takes<typeof Osso.default, 'issuer'>,
  Takes<typeof Passage.default, 'issuer'>,
  Takes<
    typeof Passkey.default,
    | 'authenticationOptions'
    | 'registrationOptions'
    | 'verifyAuthenticationOptions'
    | 'verifyRegistrationOptions'
  >,
  Takes<typeof Paybin.default, 'issuer' | 'scope'>,
  Takes<typeof Paypal.default, 'environment' | 'requestShippingAddress'>,
  Takes<typeof PingId.default, 'issuer'>,
  Takes<typeof Polar.default, 'scope'>,
  Takes<typeof Postmark.default, MailMember | 'secret' | 'apiKey'>,
  Takes<typeof Railway.default, 'scope'>,
  Takes<typeof Resend.default, MailMember | 'secret' | 'apiKey'>,
  Takes<typeof Salesforce.default, 'issuer'>,
  Takes<typeof SendGrid.default, MailMember | 'secret' | 'apiKey'>,
  Takes<typeof UnitedEffects.default, 'issuer'>,
  Takes<typeof Vercel.default, 'scope'>,
  Takes<typeof Vipps.default, 'issuer'>,
  Takes<
    typeof WebAuthn.default,
    | 'relayingParty'
    | 'enableConditionalUI'
    | 'simpleWebAuthnBrowserVersion'
    | 'formFields'
    | 'authenticationOptions'
    | 'registrationOptions'
    | 'verifyAuthenticationOptions'
    | 'verifyRegistrationOptions'
    | 'getUserInfo'
    | 'getRelayingParty'
    | 'simpleWebAuthn'
  >,
  Takes<typeof Webex.default, 'apiBaseUrl'>,
  Takes<typeof WeChat.default, 'platformType'>,
  Takes<typeof WorkOS.default, 'issuer' | 'connection'>,
  Takes<typeof ZITADEL.default, 'issuer'>,
]
